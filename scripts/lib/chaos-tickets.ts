import { sql } from 'kysely';
import type { Db } from '../../server/database/tables.ts';

/** What became of the tickets that were paid for, and how many have books that differ. */
export type TicketBooks = {
  paid: number;
  unplayed: number;
  /** In runs that nobody has ended yet. */
  open: number;
  counted: number;
  /** Paid, and no ticket; or a ticket that nobody has paid for. */
  withoutTicket: number;
  withoutPayment: number;
  /** Players whose wallet has another number of tickets than wait. */
  otherwise: number;
};

/**
 * Reads what became of each ticket: every one that was paid for is unplayed or in one run, and what
 * waits is what wallets have. Tickets of payments that were taken back are in none of the counts.
 */
export async function readTickets(db: Db): Promise<TicketBooks> {
  const { rows } = await sql<TicketBooks>`
    with credited as (
      select substr(key, 9) as reference from ledger_movements where reason = 'ticket-bought'
    ), tickets as (
      select reference, rush_tickets.player_id, run.state
      from rush_tickets
      left join rush_runs as run on run.ticket = reference and run.state <> 'void'
      where undone_at is null
    ), waiting as (
      select player_id, count(*) as tickets from tickets where state is null group by player_id
    )
    select
      (select count(*)::int from payments where product = 'rush-ticket' and state = 'paid') as paid,
      (select count(*)::int from tickets where state is null) as unplayed,
      (select count(*)::int from tickets where state = 'open') as open,
      (select count(*)::int from tickets where state = 'counted') as counted,
      (select count(*)::int from payments
        where product = 'rush-ticket' and state = 'paid' and (
          not exists (select from tickets where tickets.reference = payments.reference)
          or not exists (select from credited where credited.reference = payments.reference)
        )) as "withoutTicket",
      (select count(*)::int from tickets
        where not exists (
          select from payments
          where payments.reference = tickets.reference and product = 'rush-ticket' and state = 'paid'
        )) as "withoutPayment",
      (select count(*)::int from wallets left join waiting using (player_id)
        where wallets.tickets <> coalesce(waiting.tickets, 0)) as otherwise`.execute(db);
  const [books] = rows;
  if (!books) throw new Error('the books of tickets cannot be read');
  return books;
}
