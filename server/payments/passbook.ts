import type { Claim, PassbookRow } from '../../src/contract/payments.ts';
import { monthOf } from '../../src/rules/calendar.ts';
import type { Plan, Way } from '../../src/rules/money.ts';
import type { Db } from '../database/tables.ts';
import { creditKeyOf } from '../ledger/reversal.ts';
import { readClaims } from './claims.ts';

const ROWS_A_PAGE = 30;

type Passbook = {
  rows: PassbookRow[];
  /** Before which row the next page begins; `null` at the end. */
  next: string | null;
  /** Coins of this Lagos month, both above zero. */
  month: { in: number; out: number };
  /** What is owed of payments that were taken back. */
  claims: Claim[];
};

/** Whatever moved a player's spendable coins, the newest first, with the balance after it. */
export async function readPassbook(
  db: Db,
  playerId: number,
  before: number | null,
  now: number,
): Promise<Passbook> {
  const found = await movementsOf(db, playerId)
    .select(['posting.id', 'posting.amount', 'movement.key', 'movement.reason', 'created_at'])
    .$if(before !== null, (query) => query.where('posting.id', '<', before))
    .orderBy('posting.id', 'desc')
    .limit(ROWS_A_PAGE + 1)
    .execute();
  const page = found.slice(0, ROWS_A_PAGE);
  const abouts = page.map(({ key }) => aboutOf(key));
  const rounds = await roundsOf(db, abouts);
  const paid = await paidFor(db, playerId, abouts);
  let balance = await balanceAt(db, playerId, page[0]?.id ?? 0);
  const rows = page.map(({ id, amount, reason, created_at }, index): PassbookRow => {
    const about = abouts[index] ?? {};
    const after = balance;
    balance -= amount;
    return {
      id: String(id),
      reason,
      coins: amount,
      balance: after,
      at: created_at.toISOString(),
      round: rounds.get(about.round ?? '') ?? null,
      reference: about.reference ?? null,
      way: null,
      plan: null,
      ...paid.get(about.reference ?? ''),
    };
  });
  const next = found.length > ROWS_A_PAGE ? (rows.at(-1)?.id ?? null) : null;
  const month = await monthTotals(db, playerId, now);
  return { rows, next, month, claims: await readClaims(db, playerId) };
}

function movementsOf(db: Db, playerId: number) {
  return db
    .selectFrom('ledger_postings as posting')
    .innerJoin('ledger_movements as movement', 'movement.id', 'posting.movement_id')
    .where('posting.player_id', '=', playerId)
    .where('posting.account', '=', 'wallet');
}

/** What a row's movement is about. */
type About = { round?: string; reference?: string };

const PERIOD_KEY = /^subscription:\d+:(.*):\d{4}-\d\d-\d\dT[\d:.]+Z$/s;

/** Read from the movement's key, as the ledger makes it. */
function aboutOf(key: string): About {
  const credit = creditKeyOf(key);
  const [kind, id = ''] = credit.split(':');
  if (kind === 'round') return { round: id };
  const reference = kind === 'payment' ? id : PERIOD_KEY.exec(credit)?.[1];
  return reference === undefined ? {} : { reference };
}

async function roundsOf(db: Db, abouts: readonly About[]) {
  const ids = abouts.flatMap(({ round }) => round ?? []);
  if (ids.length === 0) return new Map<string, NonNullable<PassbookRow['round']>>();
  const rows = await db
    .selectFrom('rounds')
    .select(['id', 'category_id', 'level'])
    .select(({ fn, ref }) =>
      fn<number | null>('jsonb_array_length', [ref('transcript')]).as('shown'),
    )
    .where('id', 'in', ids)
    .execute();
  return new Map(
    rows.map(({ id, category_id, level, shown }) => [
      id,
      { id, categoryId: category_id, level, shown: shown ?? 0 },
    ]),
  );
}

/** How payments were made, and the plans that they were for. */
async function paidFor(db: Db, playerId: number, abouts: readonly About[]) {
  const references = abouts.flatMap(({ reference }) => reference ?? []);
  const paid = new Map<string, { way: Way; plan: Plan | null }>();
  if (references.length === 0) return paid;
  const bought = await db
    .selectFrom('payments')
    .select(['reference', 'way'])
    .where('player_id', '=', playerId)
    .where('reference', 'in', references)
    .execute();
  for (const { reference, way } of bought) paid.set(reference, { way, plan: null });
  const periods = await db
    .selectFrom('subscriptions')
    .select(['reference', 'way', 'plan'])
    .where('player_id', '=', playerId)
    .where('reference', 'in', references)
    .execute();
  for (const { reference, way, plan } of periods) paid.set(reference, { way, plan });
  return paid;
}

/** What a player's spendable coins were after a posting. */
async function balanceAt(db: Db, playerId: number, postingId: number): Promise<number> {
  const { sum } = await db
    .selectFrom('ledger_postings')
    .select(({ fn }) => fn.sum<number | null>('amount').as('sum'))
    .where('player_id', '=', playerId)
    .where('account', '=', 'wallet')
    .where('id', '<=', postingId)
    .executeTakeFirstOrThrow();
  return Number(sum ?? 0);
}

async function monthTotals(db: Db, playerId: number, now: number) {
  const totals = await movementsOf(db, playerId)
    .select(({ fn }) => [
      fn.sum<number | null>('amount').filterWhere('amount', '>', 0).as('in'),
      fn.sum<number | null>('amount').filterWhere('amount', '<', 0).as('out'),
    ])
    .where('created_at', '>=', new Date(monthOf(now).startsAt))
    .executeTakeFirstOrThrow();
  return { in: Number(totals.in ?? 0), out: -Number(totals.out ?? 0) + 0 };
}
