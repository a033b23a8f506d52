import { sql } from 'kysely';
import { REPORT_REASONS } from '../../src/contract/profile.ts';
import { formatKobo, formatNaira, productName, SUBSCRIPTION_COINS } from '../../src/rules/money.ts';
import { formatNumber } from '../../src/rules/numbers.ts';
import { findPlayer } from '../accounts/players.ts';
import type { Db } from '../database/tables.ts';
import { paymentKey, periodKey } from '../ledger/entries.ts';
import { returnKey, reversalKey, ticketKey } from '../ledger/reversal.ts';
import { countGivenBack } from '../payments/credit.ts';
import { readSpendingLimits } from '../plans/spending-limits.ts';
import { changesOf, movementsOf } from './command.ts';
import { type Desk, DeskError } from './socket.ts';

/** The coins, ways to pay, debts and payments of a number. Throws DeskError if the number has no account. */
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
    ...(await limitsOf(db, playerId, now)),
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

/** The limits that may stop a player's purchase, and the player's renewal, because players ask about both. */
async function limitsOf(db: Db, playerId: number, now: () => number): Promise<string[]> {
  const { weeklyNaira, next, spentKobo, breakUntil } = await readSpendingLimits(
    db,
    playerId,
    now(),
  );
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

const SHOWN = 100;

/** Players with open reports, the most reported first. */
export async function showPlayerReports(db: Db): Promise<string[]> {
  const reported = await db
    .selectFrom('player_reports')
    .innerJoin('players', 'players.id', 'player_reports.player_id')
    .select(['players.id', 'phone', 'nickname', 'image'])
    .select(({ fn }) => [
      fn.countAll<number>().as('reports'),
      fn.max('at').as('last'),
      sql<string[]>`array_agg(reason)`.as('reasons'),
    ])
    .where('closed_at', 'is', null)
    .groupBy('players.id')
    .orderBy('reports', 'desc')
    .orderBy('last', 'desc')
    .limit(SHOWN + 1)
    .execute();
  const lines = reported.slice(0, SHOWN).map(({ id, phone, nickname, image, last, reasons }) => {
    const counts = REPORT_REASONS.map((reason) => {
      return { reason, times: reasons.filter((one) => one === reason).length };
    }).filter(({ times }) => times > 0);
    const why = counts.map(({ reason, times }) => `${reason} ${times}`).join(', ');
    const picture = image === null ? 'no picture' : `/static/${image}`;
    return `${id} ${phone} ${nickname}: ${why}, last ${last.toISOString()}; ${picture}`;
  });
  if (reported.length > SHOWN) lines.push('More are in the table player_reports');
  return lines.length === 0 ? ['Nobody is reported'] : lines;
}

/** All data about a payment's reference. Throws DeskError if there is none. */
export async function showPayment(db: Db, reference: string): Promise<string[]> {
  const parts = await Promise.all([
    paidOf(db, { reference }),
    consentsOf(db, reference),
    ledgerOf(db, reference),
    claimsOf(db, { reference }),
    disputesOf(db, reference),
    refundsOf(db, reference),
    reportsOf(db, reference),
    changesOf(db, reference, 'not like', 'operators %'),
  ]);
  const lines = parts.flat();
  if (lines.length === 0) throw new DeskError(`There is nothing about ${reference}`);
  return lines;
}

async function consentsOf(db: Db, reference: string): Promise<string[]> {
  const rows = await db
    .selectFrom('consents')
    .selectAll()
    .where('reference', '=', reference)
    .orderBy('step')
    .execute();
  return rows.map(({ said_at, phone, kobo, fee_kobo, door }) => {
    return `${said_at.toISOString()} ${phone} agreed to ${formatKobo(kobo + fee_kobo)} (${door})`;
  });
}

async function ledgerOf(db: Db, reference: string): Promise<string[]> {
  const keys = await db
    .selectFrom('subscriptions')
    .select(['player_id', 'starts_at', 'reported_from'])
    .where('reference', '=', reference)
    .where('way', '=', 'airtime')
    .execute();
  const credits = [
    paymentKey(reference),
    ticketKey(reference),
    ...keys.map(({ player_id: playerId, starts_at, reported_from }) =>
      periodKey({ playerId, reference, startsAt: (reported_from ?? starts_at).getTime() }),
    ),
  ];
  const turns = Array.from(
    { length: 1 + (await countGivenBack(db, reference)) },
    (_, turn) => turn,
  );
  const undone = credits.flatMap((key) =>
    turns.flatMap((turn) => [reversalKey(key, turn), returnKey(key, turn)]),
  );
  return movementsOf(db, 'in', [...credits, ...undone]);
}

async function disputesOf(db: Db, reference: string): Promise<string[]> {
  const rows = await db
    .selectFrom('disputes')
    .selectAll()
    .where('reference', '=', reference)
    .orderBy('at')
    .execute();
  return rows.map(({ id, at, state, given_back_at }) => {
    const since = given_back_at === null ? '' : `, given back on ${given_back_at.toISOString()}`;
    return `${at.toISOString()} dispute ${id}: ${state}${since}`;
  });
}

async function refundsOf(db: Db, reference: string): Promise<string[]> {
  const rows = await db
    .selectFrom('refunds')
    .selectAll()
    .where('reference', '=', reference)
    .execute();
  return rows.map(({ at, kobo, state, ended_at }) => {
    const ended = ended_at === null ? '' : ` on ${ended_at.toISOString()}`;
    return `${at.toISOString()} refund of ${formatKobo(kobo)}: ${state}${ended}`;
  });
}

async function reportsOf(db: Db, reference: string): Promise<string[]> {
  const rows = await db
    .selectFrom('payment_reports')
    .selectAll()
    .where('reference', '=', reference)
    .orderBy('id')
    .execute();
  return rows.map(({ at, what, body }) => {
    return `${at.toISOString()} report: ${what}: ${JSON.stringify(body)}`;
  });
}

/** Whose payments are meant: those of one player, or those with one reference. */
type Which = { playerId: number } | { reference: string };

/** Payments by card and mobile money, then periods by airtime, newest first, as lines of text. */
async function paidOf(db: Db, which: Which): Promise<string[]> {
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

/** The debts from payments that were taken back, as lines of text. */
async function claimsOf(db: Db, which: Which): Promise<string[]> {
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
