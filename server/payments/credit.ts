import type { Claim } from '../../src/contract/payments.ts';
import type { Way } from '../../src/rules/money.ts';
import { lockPlayer } from '../accounts/players.ts';
import type { Db, PaymentState, Trx } from '../database/tables.ts';
import { giveTicketBack, paymentKey, periodKey, type RunOf } from '../ledger/entries.ts';
import { reverseTicket } from '../ledger/reversal.ts';

/** What a reference stands for: a payment, or a period that airtime paid for. */
export type Credit = {
  /** The key of the ledger's movement. */
  key: string;
  reference: string;
  playerId: number;
  way: Way;
  state: PaymentState;
  /** What its provider has taken, fees included; it differs from the price where it mismatched. */
  kobo: number;
  currency: string;
  /** The period by airtime. */
  periodId: number | null;
};

/**
 * Finds what a reference stands for and holds it until the transaction ends; of the periods that an
 * operator reports by one reference, the newest. `null` where there is nothing by it.
 */
export async function lockCredit(trx: Trx, reference: string): Promise<Credit | null> {
  const payment = await trx
    .selectFrom('payments')
    .selectAll()
    .where('reference', '=', reference)
    .forUpdate()
    .executeTakeFirst();
  if (!payment) return lockPeriod(trx, reference);
  const { state, way, player_id: playerId, said } = payment;
  const total = payment.kobo + payment.fee_kobo;
  const isOther = state === 'mismatched' && said !== null;
  return {
    key: paymentKey(reference),
    reference,
    playerId,
    way,
    state,
    kobo: isOther ? Number(said.kobo) : total,
    currency: isOther ? String(said.currency) : payment.currency,
    periodId: null,
  };
}

async function lockPeriod(trx: Trx, reference: string): Promise<Credit | null> {
  const newest = trx
    .selectFrom('subscriptions')
    .selectAll()
    .where('reference', '=', reference)
    .where('way', '=', 'airtime')
    // It was credited to the account before, which its money is booked for.
    .where('is_carried', '=', false)
    .orderBy('id', 'desc')
    .limit(1);
  const found = await newest.executeTakeFirst();
  if (!found) return null;
  // Whatever else moves a player's periods holds their wallet.
  await lockPlayer(trx, found.player_id);
  const period = await newest.forUpdate().executeTakeFirstOrThrow();
  const { id, player_id: playerId, reported_from, starts_at, undone_at } = period;
  const startsAt = (reported_from ?? starts_at).getTime();
  return {
    key: periodKey({ playerId, reference, startsAt }),
    reference,
    playerId,
    way: 'airtime',
    state: undone_at === null ? 'paid' : 'reversed',
    kobo: period.kobo ?? 0,
    currency: 'NGN',
    periodId: id,
  };
}

/** A ticket by the reference of its payment, and whose it is. */
type TicketOf = { reference: string; playerId: number };

/** Notes a ticket that has been paid for: it waits to be played. */
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
 * The oldest ticket of a player that waits, by its reference, `null` for none. Who is to play it
 * holds the player's wallet.
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

/** Whether a ticket is in a run that is open or has counted. */
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
 * Gives back the ticket of a run that the game itself has ended, once (game.md#rush-ticket). One whose
 * payment was taken back meanwhile is not played again: it is taken, and owed no more. The caller has
 * made the run `void`, and holds the player's wallet. Gives whether the ticket waits again.
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

/** Notes that the payment of a ticket was taken back, or was given back since (`null`). */
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

/** What is owed: whole coins, or tickets of Millionaire Rush. */
type Owed = { coins: number; tickets: number };

/** What a player owes of payments that were taken back, the oldest first. */
export async function readClaims(db: Db, playerId: number): Promise<Claim[]> {
  const rows = await db
    .selectFrom('claims')
    .select(['reference', 'coins', 'tickets', 'at'])
    .where('player_id', '=', playerId)
    .where('closed_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(({ reference, coins, tickets, at }) => ({
    reference,
    coins,
    ...(tickets > 0 && { tickets }),
    at: at.toISOString(),
  }));
}

/** Whether a player owes something of a payment that was taken back: nothing is paid out until then. */
export async function hasOpenClaim(db: Db, playerId: number): Promise<boolean> {
  return (await readClaims(db, playerId)).length > 0;
}

/** Closes what is owed of a reference; nothing moves. Gives what that was. */
export async function closeClaims(
  trx: Trx,
  of: { reference: string } | { creditKey: string },
  now: number,
): Promise<Owed> {
  const open = trx
    .updateTable('claims')
    .set({ closed_at: new Date(now) })
    .where('closed_at', 'is', null);
  const closing =
    'reference' in of
      ? open.where('reference', '=', of.reference)
      : open.where('credit_key', '=', of.creditKey);
  const closed = await closing.returning(['coins', 'tickets']).execute();
  const sumOf = (unit: keyof Owed) => closed.reduce((sum, one) => sum + one[unit], 0);
  return { coins: sumOf('coins'), tickets: sumOf('tickets') };
}

/** How often a payment that was taken back has been given back since. */
export async function countGivenBack(db: Db, reference: string): Promise<number> {
  const { count } = await db
    .selectFrom('disputes')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('reference', '=', reference)
    .where('given_back_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** What a provider has said that credits nothing; `what` says why. */
type PaymentReport = { reference: string; what: string; body: object };

/** Keeps a report for the operator. */
export async function keepReport(
  db: Db,
  { reference, what, body }: PaymentReport,
  now: number,
): Promise<void> {
  await db
    .insertInto('payment_reports')
    .values({ reference, what, body: storableJson(body), at: new Date(now) })
    .execute();
}

/** What others say, as JSON that the database takes. */
export function storableJson(given: unknown): string {
  return JSON.stringify(withoutNul(given));
}

/** PostgreSQL keeps no NUL in a text, nor half of a pair, be it in a value or in a name. */
function withoutNul(given: unknown): unknown {
  if (typeof given === 'string') return given.replaceAll('\0', '').toWellFormed();
  if (Array.isArray(given)) return given.map(withoutNul);
  if (typeof given !== 'object' || given === null) return given;
  const entries = Object.entries(given).map(([name, value]) => [
    withoutNul(name),
    withoutNul(value),
  ]);
  return Object.fromEntries(entries);
}
