import { HOUR_MS } from '../../src/rules/calendar.ts';
import { lockPlayer } from '../accounts/players.ts';
import type { Trx } from '../database/tables.ts';
import { tooOften } from '../http/limits.ts';
import type { Services } from '../services.ts';
import { failPayment, settlePayment } from './purchase.ts';

/** The time that a payer has to try again in the provider's window. All tries have the same reference. */
const TRIED_FOR_MS = HOUR_MS;

/**
 * More payments than anybody tries in an hour. The limit is needed because the provider is asked about each
 * of them every minute.
 */
const PENDING_MAX = 20;

/** Throws Refusal 429 `rate/limited` if the player has too many card payments without an end. */
export async function limitPending(trx: Trx, playerId: number, now: number): Promise<void> {
  await lockPlayer(trx, playerId);
  const { count } = await trx
    .selectFrom('payments')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('player_id', '=', playerId)
    .where('way', '=', 'card')
    .where('state', '=', 'pending')
    .where('created_at', '>', new Date(now - TRIED_FOR_MS))
    .executeTakeFirstOrThrow();
  if (Number(count) < PENDING_MAX) return;
  const message = 'Too many of your payments are not decided yet. Please try again later.';
  throw tooOften(TRIED_FOR_MS / 1000, message);
}

/**
 * Asks the card provider about an expected payment and enters the answer. While the provider's window may be
 * open, a payment that failed or was never tried stays pending, because the payer may try another card.
 */
export async function askCard(
  { db, card, now }: Pick<Services, 'db' | 'card' | 'now'>,
  { reference, createdAt }: { reference: string; createdAt: Date },
): Promise<'paid' | 'mismatched' | 'failed' | 'pending'> {
  const answer = await card.verify(reference);
  if (answer.outcome === 'paid') {
    const taken = { ...answer.payment, way: 'card' as const };
    const state = await db.transaction().execute((trx) => settlePayment(trx, taken, now()));
    return state === 'paid' ? 'paid' : 'mismatched';
  }
  if (answer.outcome === 'pending') return 'pending';
  const isOver = now() - createdAt.getTime() > TRIED_FOR_MS;
  if (isOver) await failPayment(db, reference, 'failed', now());
  return isOver || answer.outcome === 'failed' ? 'failed' : 'pending';
}
