import { formatKobo, productName, SUBSCRIPTION_COINS } from '../../src/rules/money.ts';
import { formatNumber } from '../../src/rules/numbers.ts';
import type { Db } from '../database/tables.ts';

/** Of one player, or by one reference. */
type Which = { playerId: number } | { reference: string };

/** Payments by card and mobile money, then periods by airtime, the newest first, a line each. */
export async function paidOf(db: Db, which: Which): Promise<string[]> {
  const payments = await db
    .selectFrom('payments')
    .innerJoin('players', 'players.id', 'payments.player_id')
    .selectAll('payments')
    .select('phone')
    .$if('playerId' in which, (query) => query.where('player_id', '=', playerOf(which)))
    .$if('reference' in which, (query) => query.where('reference', '=', referenceOf(which)))
    .orderBy('payments.created_at', 'desc')
    .execute();
  const periods = await db
    .selectFrom('subscriptions')
    .innerJoin('players', 'players.id', 'subscriptions.player_id')
    .selectAll('subscriptions')
    .select('phone')
    .where('way', '=', 'airtime')
    .$if('playerId' in which, (query) => query.where('player_id', '=', playerOf(which)))
    .$if('reference' in which, (query) => query.where('reference', '=', referenceOf(which)))
    .orderBy('starts_at', 'desc')
    .execute();
  return [
    ...payments.map((row) => {
      const { created_at, reference, phone, product, coins, way, state } = row;
      const sum = formatKobo(row.kobo + row.fee_kobo);
      const what = `${productName(product, coins)}, ${sum} by ${way}: ${state}`;
      return `${created_at.toISOString()} ${reference} ${phone} ${what}`;
    }),
    ...periods.map(({ reference, phone, plan, kobo, starts_at, ends_at, undone_at }) => {
      const sum = kobo === null ? '' : `, ${formatKobo(kobo)}`;
      const what = `${productName(`plan-${plan}`, SUBSCRIPTION_COINS)}${sum} by airtime`;
      const state = undone_at === null ? `until ${ends_at.toISOString()}` : 'reversed';
      return `${starts_at.toISOString()} ${reference} ${phone} ${what}: ${state}`;
    }),
  ];
}

/** What is owed of payments that were taken back, a line each. */
export async function claimsOf(db: Db, which: Which): Promise<string[]> {
  const rows = await db
    .selectFrom('claims')
    .selectAll()
    .$if('playerId' in which, (query) => query.where('player_id', '=', playerOf(which)))
    .$if('reference' in which, (query) => query.where('reference', '=', referenceOf(which)))
    .orderBy('at')
    .execute();
  return rows.map(({ at, reference, coins, tickets, closed_at }) => {
    const state = closed_at === null ? 'open claim' : 'closed claim';
    const owed = tickets > 0 ? `${tickets} ticket` : `${formatNumber(coins)} coins`;
    return `${at.toISOString()} ${reference} ${state}: ${owed}`;
  });
}

const playerOf = (which: Which) => ('playerId' in which ? which.playerId : 0);
const referenceOf = (which: Which) => ('reference' in which ? which.reference : '');
