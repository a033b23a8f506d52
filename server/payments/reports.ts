import type { Db, Trx } from '../database/tables.ts';

/** A provider's report for which nothing is credited; `what` says why. */
type PaymentReport = { reference: string; what: string; body: object };

/** Stores a report for the operator. */
export async function keepReport(
  db: Db,
  { reference, what, body }: PaymentReport,
  now: number,
): Promise<void> {
  await db
    .insertInto('payment_reports')
    .values({ reference, what, body: storableJson(body), at: new Date(now) })
    .execute();
}

/** Turns data from outside into JSON that the database accepts. */
export function storableJson(given: unknown): string {
  return JSON.stringify(withoutNul(given));
}

/** PostgreSQL accepts neither NUL nor half a surrogate pair in a text, whether it is a value or a name. */
function withoutNul(given: unknown): unknown {
  if (typeof given === 'string') return given.replaceAll('\0', '').toWellFormed();
  if (Array.isArray(given)) return given.map(withoutNul);
  if (typeof given !== 'object' || given === null) return given;
  const entries = Object.entries(given).map(([name, value]) => [
    withoutNul(name),
    withoutNul(value),
  ]);
  return Object.fromEntries(entries);
}

/** An event of the provider of cards and bank transfers, with its data. */
export type ProviderEvent = { event: string; data: object };

/** Stores such an event for the operator, without the payer's data. */
export async function keepEvent(
  trx: Trx,
  { reference, event, data }: ProviderEvent & { reference: string },
  now: number,
): Promise<void> {
  const report = { reference: cut(reference), what: cut(event), body: withoutPayer(data) };
  await keepReport(trx, report, now);
}

/** Fields with the payer's data, the payer's own words, or the right to charge the card again. */
const PAYERS_OWN = new Set([
  'authorization',
  'customer',
  'evidence',
  'history',
  'ip_address',
  'last4',
  'log',
  'messages',
]);

/**
 * Removes the payer's data, because reports are stored longer than accounts. While the account exists, the
 * payment's reference leads to the player.
 */
function withoutPayer(data: object): Record<string, unknown> {
  return JSON.parse(
    JSON.stringify(data, (key, value) => (PAYERS_OWN.has(key) ? undefined : value)),
  );
}

const MAX_CHARS = 100;

export function cut(given: string): string {
  return given.replaceAll('\0', '').toWellFormed().slice(0, MAX_CHARS);
}
