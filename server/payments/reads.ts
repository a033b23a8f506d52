import type {
  Claim,
  Consent,
  PassbookRow,
  Payment,
  RunningPlan,
} from '../../src/contract/payments.ts';
import { DAY_MS, monthOf } from '../../src/rules/calendar.ts';
import {
  KOBO_PER_NAIRA,
  nairaToKobo,
  type Plan,
  type Prices,
  type Product,
  productName,
  SUBSCRIPTION_COINS,
  WAYS,
  type Way,
} from '../../src/rules/money.ts';
import type { Db, PaymentState } from '../database/tables.ts';
import { creditKeyOf } from '../ledger/reversal.ts';
import { AIRTIME_ASKED_FOR_MS } from '../plans/ask-airtime.ts';
import { readClaims } from './claims.ts';

/** As many payments as a daily plan makes in a year. */
const HISTORY_MAX = 365;

/** A player's purchases, the newest first: payments by card and mobile money, and periods by airtime. */
export async function readHistory(db: Db, playerId: number, prices: Prices): Promise<Payment[]> {
  const paid = await db
    .selectFrom('payments')
    .select(['product', 'coins', 'kobo', 'fee_kobo', 'created_at'])
    .where('player_id', '=', playerId)
    .where('state', '=', 'paid')
    .orderBy('created_at', 'desc')
    .limit(HISTORY_MAX)
    .execute();
  const periods = await db
    .selectFrom('subscriptions')
    .select(['plan', 'kobo', 'starts_at', 'reported_from'])
    .where('player_id', '=', playerId)
    .where('way', '=', 'airtime')
    .where('undone_at', 'is', null)
    .where('is_carried', '=', false)
    .orderBy('starts_at', 'desc')
    .limit(HISTORY_MAX)
    .execute();
  const bought = paid.map(({ product, coins, kobo, fee_kobo, created_at }) =>
    payment(product, coins, kobo + fee_kobo, created_at),
  );
  const subscribed = periods.map(({ plan, kobo, starts_at, reported_from }) =>
    payment(
      `plan-${plan}`,
      SUBSCRIPTION_COINS,
      kobo ?? nairaToKobo(prices.plans.airtime[plan]),
      reported_from ?? starts_at,
    ),
  );
  return [...bought, ...subscribed]
    .toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt))
    .slice(0, HISTORY_MAX);
}

function payment(product: Product, coins: number, kobo: number, at: Date): Payment {
  return {
    description: productName(product, coins),
    amount: kobo / KOBO_PER_NAIRA,
    createdAt: at.toISOString(),
  };
}

/** The running plan, which ends when all paid periods have ended; `null` where none runs. */
export async function readRunningPlan(
  db: Db,
  playerId: number,
  prices: Prices,
  now: number,
): Promise<Omit<RunningPlan, 'renews' | 'renewal'> | null> {
  const periods = await db
    .selectFrom('subscriptions')
    .select(['plan', 'way', 'kobo', 'starts_at', 'ends_at', 'cancelled_at'])
    .where('player_id', '=', playerId)
    .where('ends_at', '>', new Date(now))
    .orderBy('ends_at', 'desc')
    .execute();
  const running = periods.find(({ starts_at }) => starts_at.getTime() <= now);
  const last = periods[0];
  if (!running || !last) return null;
  const { plan, way, kobo } = running;
  return {
    plan,
    way,
    naira: kobo === null ? prices.plans[way][plan] : kobo / KOBO_PER_NAIRA,
    endsAt: last.ends_at.toISOString(),
    isCancelled: periods.every(({ cancelled_at }) => cancelled_at !== null),
  };
}

const ROWS_A_PAGE = 30;

type Passbook = {
  rows: PassbookRow[];
  /** The row after which the next page begins; `null` if this is the last page. */
  next: string | null;
  /** The coins that came in and went out in this Lagos month, both as positive numbers. */
  month: { in: number; out: number };
  /** Debts from payments that were taken back. */
  claims: Claim[];
};

/** All movements of a player's spendable coins, the newest first, with the balance after each. */
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

/** What a row of the passbook is about: a round or a payment. */
type About = { round?: string; reference?: string };

const PERIOD_KEY = /^subscription:\d+:(.*):\d{4}-\d\d-\d\dT[\d:.]+Z$/s;

/** Reads the round or payment from the key of the ledger's movement. */
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

/** How each payment was paid, and the plan that it paid for. */
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

/** A player's spendable coins after a posting. */
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

/**
 * The prices that a player agreed to, the newest first, with both steps of a DOI. A consent from before the
 * account existed is listed only if the account was credited for it or was created within a day after it,
 * because the number may have had another owner (billing.md#consents).
 */
export async function readConsents(db: Db, playerId: number): Promise<Consent[]> {
  const { phone, created_at } = await db
    .selectFrom('players')
    .select(['phone', 'created_at'])
    .where('id', '=', playerId)
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom('consents as said')
    .leftJoin('consents as confirmed', (join) =>
      join.onRef('confirmed.reference', '=', 'said.reference').on('confirmed.step', '=', 2),
    )
    .leftJoin('payments', 'payments.reference', 'said.reference')
    .leftJoin('airtime_charges as charge', 'charge.reference', 'said.reference')
    .leftJoin('renewals', 'renewals.consent', 'said.reference')
    .selectAll('said')
    .select([
      'confirmed.said_at as confirmed_at',
      'payments.payer',
      'payments.state as payment_state',
      'charge.state as charge_state',
      'renewals.player_id as renews',
    ])
    .where('said.step', '=', 1)
    .where((eb) =>
      eb.or([
        eb('said.player_id', '=', playerId),
        eb.and([
          eb('said.player_id', 'is', null),
          eb('said.phone', '=', phone),
          eb.or([
            eb('said.said_at', '>', new Date(created_at.getTime() - DAY_MS)),
            eb.exists(
              eb
                .selectFrom('subscriptions')
                .select('subscriptions.id')
                .where('subscriptions.player_id', '=', playerId)
                .whereRef('subscriptions.reference', '=', 'said.reference'),
            ),
          ]),
        ]),
      ]),
    )
    .orderBy('said.id', 'desc')
    .execute();
  return rows.map((row) => ({
    id: String(row.id),
    product: row.product,
    coins: row.coins,
    way: row.way,
    kobo: row.kobo,
    feeKobo: row.fee_kobo,
    reference: row.reference,
    saidAt: row.said_at.toISOString(),
    confirmedAt: row.confirmed_at?.toISOString() ?? null,
    from: row.way === 'airtime' ? row.phone : row.payer,
    door: row.door,
    state:
      row.door === 'renewal'
        ? renewalState(row.renews)
        : stateOf(row.payment_state ?? row.charge_state),
  }));
}

function renewalState(renews: number | null): Consent['state'] {
  return renews === null ? 'off' : 'on';
}

/** A payment that differs from the expected one counts as pending, because an operator still examines it. */
function stateOf(state: PaymentState | null): Consent['state'] {
  return state === null || state === 'mismatched' ? 'pending' : state;
}

type Count = { way: Way; state: PaymentState; count: number };

/** The number of payments by way and state. For airtime, only charges that we asked for are counted. */
export async function countPayments(db: Db): Promise<Count[]> {
  const payments = await db
    .selectFrom('payments')
    .select(['way', 'state', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy(['way', 'state'])
    .orderBy('state')
    .execute();
  const charges = await db
    .selectFrom('airtime_charges')
    .select(['state', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy('state')
    .orderBy('state')
    .execute();
  const all: Count[] = [
    ...charges.map((row) => ({ ...row, way: 'airtime' as const })),
    ...payments,
  ];
  return WAYS.flatMap((way) => all.filter((one) => one.way === way)).map((one) => ({
    ...one,
    count: Number(one.count),
  }));
}

/** When the oldest open payment was begun, of those that we still ask about; `null` if no payment is open. */
export async function oldestPending(db: Db, now: number): Promise<number | null> {
  const payment = await db
    .selectFrom('payments')
    .select(({ fn }) => fn.min('created_at').as('at'))
    .where('state', '=', 'pending')
    .executeTakeFirstOrThrow();
  const charge = await db
    .selectFrom('airtime_charges')
    .select(({ fn }) => fn.min('at').as('at'))
    .where('state', '=', 'pending')
    .where('at', '>', new Date(now - AIRTIME_ASKED_FOR_MS))
    .executeTakeFirstOrThrow();
  const begun = [payment, charge].flatMap(({ at }) => (at === null ? [] : new Date(at).getTime()));
  return begun.length === 0 ? null : Math.min(...begun);
}
