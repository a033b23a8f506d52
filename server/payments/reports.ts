import type { Db } from '../database/tables.ts';

/** What a provider has said that credits nothing; `what` says why. */
type PaymentReport = { reference: string; what: string; body: object };

/** Keeps a report for the operator. */
export async function keepReport(
  db: Db,
  { reference, what, body }: PaymentReport,
  now: number,
): Promise<void> {
  // PostgreSQL keeps no NUL in a text.
  const json = JSON.stringify(body).replaceAll('\\u0000', '');
  await db
    .insertInto('payment_reports')
    .values({ reference, what, body: json, at: new Date(now) })
    .execute();
}
