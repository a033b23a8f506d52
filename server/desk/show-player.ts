import { formatKobo, formatNaira } from '../../src/rules/money.ts';
import { formatNumber } from '../../src/rules/numbers.ts';
import { readCare } from '../accounts/care.ts';
import { findPlayer } from '../accounts/players.ts';
import type { Db } from '../database/tables.ts';
import { type Desk, DeskError } from './desk.ts';
import { claimsOf, paidOf } from './paid.ts';

/** What a number has left, how it buys, what it owes and has paid for. Throws DeskError for a number without an account. */
export async function showPlayer(
  { db, now }: Pick<Desk, 'db' | 'now'>,
  phone: string,
): Promise<string[]> {
  const playerId = await findPlayer(db, phone);
  if (playerId === null) throw new DeskError('There is no account with this phone number');
  const { coins, held, tickets } = await db
    .selectFrom('wallets')
    .select(['coins', 'held', 'tickets'])
    .where('player_id', '=', playerId)
    .executeTakeFirstOrThrow();
  return [
    `${phone}: ${formatNumber(coins)} coins, ${formatNumber(held)} held by open rounds`,
    ...ticketsOf(tickets),
    ...(await careOf(db, playerId, now)),
    ...(await claimsOf(db, { playerId })),
    ...(await paidOf(db, { playerId })),
  ];
}

function ticketsOf(tickets: number): string[] {
  if (tickets === 0) return [];
  return [
    `${formatNumber(tickets)} unplayed ${tickets === 1 ? 'ticket' : 'tickets'} of Millionaire Rush`,
  ];
}

/** What may stop a purchase, and the renewal: of these a player asks why. */
async function careOf(db: Db, playerId: number, now: () => number): Promise<string[]> {
  const { weeklyNaira, next, spentKobo, breakUntil } = await readCare(db, playerId, now());
  const { dob } = await db
    .selectFrom('players')
    .select('dob')
    .where('id', '=', playerId)
    .executeTakeFirstOrThrow();
  const renewal = await db
    .selectFrom('renewals')
    .select(['plan', 'way', 'kobo', 'fee_kobo'])
    .where('player_id', '=', playerId)
    .executeTakeFirst();
  const limitOf = (naira: number | null) => (naira === null ? 'no limit' : formatNaira(naira));
  const limit = weeklyNaira === null ? 'no weekly limit' : `${formatNaira(weeklyNaira)} a week`;
  const later = next === null ? '' : `, from ${next.from} ${limitOf(next.weeklyNaira)}`;
  return [
    `${limit}${later}, ${formatKobo(spentKobo)} spent this week`,
    ...(breakUntil === null ? [] : [`on a break until ${breakUntil}`]),
    dob === null ? 'no date of birth' : `born on ${dob}`,
    ...(renewal
      ? [`renews ${renewal.plan} by ${renewal.way}: ${formatKobo(renewal.kobo + renewal.fee_kobo)}`]
      : []),
  ];
}
