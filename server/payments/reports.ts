import type { Db } from '../database/tables.ts';

/** What a provider has said that credits nothing; `what` says why. */
type PaymentReport = { reference: string; what: string; body: object };

/** Keeps a report for the operator. */
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

/** What others say, as JSON that the database takes. */
export function storableJson(given: unknown): string {
  return JSON.stringify(withoutNul(given));
}

/** PostgreSQL keeps no NUL in a text, nor half of a pair, be it in a value or in a name. */
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
