import { WAYS, type Way } from '../../src/rules/money.ts';
import type { PaymentState } from '../database/money-tables.ts';
import type { Db } from '../database/tables.ts';
import { AIRTIME_ASKED_FOR_MS } from './ask-airtime.ts';

type Count = { way: Way; state: PaymentState; count: number };

/** How many payments there are by way and state: of airtime, the charges that we asked for. */
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

/** When the oldest payment without an end began whose provider is still asked; `null` for none. */
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
