import * as v from 'valibot';
import { referenceSchema } from '../../src/contract/payments.ts';
import type { Product, Way } from '../../src/rules/money.ts';
import type { Db } from '../database/tables.ts';
import { Refusal } from '../http/errors.ts';
import type { Services } from '../services.ts';
import { askCollection } from './ask-collection.ts';
import { askCard } from './card.ts';
import { mismatch } from './wallets.ts';

const NOT_PAID = {
  card: {
    pending: { code: 'payment/pending', message: 'Your bank has not confirmed this payment yet' },
    failed: { code: 'payment/failed', message: 'Your card was not charged' },
  },
  'mobile-money': {
    pending: { code: 'payment/pending', message: 'This payment has not been confirmed yet' },
    failed: { code: 'payment/failed', message: 'Your wallet was not charged' },
  },
} as const;

/** A payment that this player is expected to make, its sum with the fees in kobo. */
export type Expected = {
  reference: string;
  way: keyof typeof NOT_PAID;
  product: Product;
  state: string;
  totalKobo: number;
  createdAt: Date;
};

/** Finds it by its reference. Throws Refusal 404 `payment/unknown`, also for another player's. */
export async function findExpected(
  { db, config }: Pick<Services, 'db' | 'config'>,
  { playerId, reference, ways }: { playerId: number; reference: string; ways: readonly Way[] },
): Promise<Expected> {
  const payment = v.is(referenceSchema, reference)
    ? await read(db, playerId, reference)
    : undefined;
  const isHere = payment && ways.includes(payment.way) && config.ways.includes(payment.way);
  if (!isHere) throw new Refusal(404, 'payment/unknown', 'No such payment is expected');
  const { kobo, fee_kobo, way, ...rest } = payment;
  return { ...rest, way: way as Expected['way'], totalKobo: kobo + fee_kobo };
}

function read(db: Db, playerId: number, reference: string) {
  return db
    .selectFrom('payments')
    .select(['reference', 'way', 'product', 'state', 'kobo', 'fee_kobo', 'created_at as createdAt'])
    .where('reference', '=', reference)
    .where('player_id', '=', playerId)
    .executeTakeFirst();
}

/**
 * Asks its provider about a payment unless it is paid, and credits it once it is. Gives `null` where
 * it is paid, else what the player is told. Throws Refusal 409 `payment/mismatch` where something
 * else was paid, ProviderError.
 */
export async function verifyPayment(services: Services, payment: Expected) {
  const standing = payment.state === 'paid' ? 'paid' : await ask(services, payment);
  if (standing === 'mismatched') {
    throw mismatch('What was paid is not what this costs. Please contact us.');
  }
  // What was taken back since has been paid: what the player has says the rest.
  if (standing !== 'pending' && standing !== 'failed' && standing !== 'refused') return null;
  const told = NOT_PAID[payment.way][standing === 'pending' ? 'pending' : 'failed'];
  return { status: false as const, data: null, ...told };
}

function ask(services: Services, payment: Expected) {
  if (payment.way === 'card') return askCard(services, payment);
  return askCollection(services, payment.reference);
}
