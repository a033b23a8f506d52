import { formatKobo, formatNaira, nairaToKobo } from '../../src/rules/money.ts';
import type { Db, Trx } from '../database/tables.ts';
import { Refusal } from '../http/errors.ts';
import { readStanding } from './care.ts';
import { lockPlayer } from './players.ts';
import { readSpent } from './spent.ts';

const MOMENT = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Africa/Lagos',
});

/**
 * Holds the player, and refuses who may buy nothing at all: Refusal 409 `spending/under-age`,
 * `spending/on-break` (flows.md#care). Gives their weekly limit in naira, `null` for none.
 */
export async function requireBuyer(
  trx: Trx,
  playerId: number,
  now: number,
): Promise<number | null> {
  await lockPlayer(trx, playerId);
  const { limit, breakUntil, isUnderAge } = await readStanding(trx, playerId, now);
  if (isUnderAge) throw underAge();
  if (breakUntil !== null) {
    const until = MOMENT.format(breakUntil);
    const message = `You are on a break from buying until ${until}. Nothing was charged, and you can go on playing.`;
    throw new Refusal(409, 'spending/on-break', message);
  }
  return limit.naira;
}

function underAge(): Refusal {
  const message = 'You must be 18 to buy. Nothing was charged, and you can go on playing.';
  return new Refusal(409, 'spending/under-age', message);
}

/**
 * Refuses whose date of birth is not known to be 18 years ago or more: Refusal 409
 * `spending/age-needed`, `spending/under-age` (game.md#rush-ticket).
 */
export async function requireKnownAdult(db: Db, playerId: number, now: number): Promise<void> {
  const { isUnderAge, isAgeKnown } = await readStanding(db, playerId, now);
  if (isUnderAge) throw underAge();
  if (isAgeKnown) return;
  const message =
    'Millionaire Rush is for players of 18 and older. Tell us your date of birth first. Nothing was charged.';
  throw new Refusal(409, 'spending/age-needed', message);
}

/** A payment or charge that is about to be asked for, fees included. */
export type Wanted = { playerId: number; reference: string; kobo: number };

/**
 * Refuses what a player's break, age or weekly limit stops, in the transaction that notes the
 * payment: of two at the same time the later sees the earlier (flows.md#care). Throws Refusal 409
 * `spending/under-age`, `spending/on-break`, `spending/limit-reached`.
 */
export async function requireSpending(
  trx: Trx,
  { playerId, reference, kobo }: Wanted,
  now: number,
): Promise<void> {
  const naira = await requireBuyer(trx, playerId, now);
  if (naira === null) return;
  const { paidKobo, pendingKobo } = await readSpent(trx, playerId, now, reference);
  const left = nairaToKobo(naira) - paidKobo - pendingKobo;
  if (kobo <= left) return;
  const waiting = pendingKobo > 0 ? ` ${formatKobo(pendingKobo)} is not decided yet.` : '';
  const message = `This costs ${formatKobo(kobo)}, and your limit of ${formatNaira(naira)} a week has ${formatKobo(Math.max(0, left))} left until Monday.${waiting} Nothing was charged.`;
  throw new Refusal(409, 'spending/limit-reached', message);
}
