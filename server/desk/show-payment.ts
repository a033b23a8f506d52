import { formatKobo } from '../../src/rules/money.ts';
import type { Db } from '../database/tables.ts';
import { paymentKey, periodKey } from '../ledger/entries.ts';
import { returnKey, reversalKey, ticketKey } from '../ledger/reversal.ts';
import { countGivenBack } from '../payments/given-back.ts';
import { DeskError } from './desk.ts';
import { changesOf, movementsOf } from './entered.ts';
import { claimsOf, paidOf } from './paid.ts';

/** All there is about a reference. Throws DeskError where there is nothing. */
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
