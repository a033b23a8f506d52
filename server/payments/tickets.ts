import type { Db, Trx } from '../database/tables.ts';
import { giveTicketBack, type RunOf } from '../ledger/entries.ts';
import { reverseTicket } from '../ledger/reversal.ts';
import { closeClaims } from './claims.ts';
import { countGivenBack } from './credit.ts';

/** A ticket's player, and the reference of the payment that bought it. */
type TicketOf = { reference: string; playerId: number };

/** Stores a paid ticket. It waits until it is played. */
export async function noteTicket(
  trx: Trx,
  { reference, playerId }: TicketOf,
  now: number,
): Promise<void> {
  await trx
    .insertInto('rush_tickets')
    .values({ reference, player_id: playerId, bought_at: new Date(now) })
    .execute();
}

/**
 * The reference of a player's oldest ticket that was not played yet; `null` if they have none. A caller that
 * goes on to play the ticket has locked the player's wallet.
 */
export async function oldestTicket(db: Db, playerId: number): Promise<string | null> {
  const ticket = await waiting(db)
    .select('ticket.reference')
    .where('ticket.player_id', '=', playerId)
    .orderBy('bought_at')
    .orderBy('ticket.reference')
    .limit(1)
    .executeTakeFirst();
  return ticket?.reference ?? null;
}

/** Whether a run with this ticket is open or has counted. */
export async function isPlayed(db: Db, reference: string): Promise<boolean> {
  const run = await db
    .selectFrom('rush_runs')
    .select('id')
    .where('ticket', '=', reference)
    .where('state', '<>', 'void')
    .executeTakeFirst();
  return run !== undefined;
}

/**
 * Gives back the ticket of a run that we ended, once (game.md#rush-ticket). If the ticket's payment was taken
 * back meanwhile, the ticket is taken back too, and its claim is closed. The caller has set the run to `void`
 * and locked the player's wallet. Gives whether the ticket can be played again.
 */
export async function giveBackOf(
  trx: Trx,
  { ticket, ...run }: RunOf & { ticket: string },
  now: number,
): Promise<boolean> {
  if (!(await giveTicketBack(trx, run, now))) return false;
  if (!(await isUndone(trx, ticket))) return true;
  const turn = await countGivenBack(trx, ticket);
  await reverseTicket(trx, { playerId: run.playerId, reference: ticket, turn }, now);
  await closeClaims(trx, { reference: ticket }, now);
  return false;
}

/** Whether the payment of a ticket was taken back. */
export async function isUndone(db: Db, reference: string): Promise<boolean> {
  const { undone_at } = await db
    .selectFrom('rush_tickets')
    .select('undone_at')
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow();
  return undone_at !== null;
}

/** Notes when the payment of a ticket was taken back. The time is `null` once the payment was given back. */
export async function markUndone(
  trx: Trx,
  reference: string,
  undoneAt: number | null,
): Promise<void> {
  await trx
    .updateTable('rush_tickets')
    .set({ undone_at: undoneAt === null ? null : new Date(undoneAt) })
    .where('reference', '=', reference)
    .execute();
}

function waiting(db: Db) {
  return db
    .selectFrom('rush_tickets as ticket')
    .where('undone_at', 'is', null)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('rush_runs as run')
            .select('run.id')
            .whereRef('run.ticket', '=', 'ticket.reference')
            .where('run.state', '<>', 'void'),
        ),
      ),
    );
}
