import * as v from 'valibot';
import type { Db } from '../database/tables.ts';
import type { App } from '../http/validation.ts';
import type { Services } from '../services.ts';

const wantedSchema = v.object({
  transaction: v.pipe(v.string(), v.nonEmpty(), v.maxLength(300)),
  amount: v.pipe(v.number(), v.integer(), v.minValue(1)),
  merchant_note: v.pipe(v.string(), v.maxLength(300)),
});

const askedSchema = v.object({ transaction: v.pipe(v.string(), v.regex(/^\d{1,15}$/)) });

/** The refunds of the stand-in for cards. */
export function sandboxCardRefunds(app: App, { db, now }: Pick<Services, 'db' | 'now'>): void {
  app.get('/refund', { schema: { querystring: askedSchema } }, async ({ query }) => {
    const refunds = await db
      .selectFrom('sandbox_card_refunds as refund')
      .innerJoin('sandbox_card_transactions as paid', 'paid.reference', 'refund.reference')
      .select(['refund.id', 'refund.amount', 'merchant_note'])
      .where('paid.id', '=', Number(query.transaction))
      .execute();
    const data = refunds.map((refund) => ({ ...refund, status: 'processed' }));
    return { status: true, message: 'Refunds retrieved', data };
  });

  app.post('/refund', { schema: { body: wantedSchema } }, async ({ body }, reply) => {
    const { transaction: reference, amount, merchant_note } = body;
    const left = await notRefunded(db, reference);
    if (left === 0 || amount > left) {
      reply.code(400);
      const message =
        left === 0 ? 'Transaction has been fully reversed' : 'Refund amount is too high';
      return { status: false, message };
    }
    await db
      .insertInto('sandbox_card_refunds')
      .values({ reference, amount, merchant_note, at: new Date(now()) })
      .execute();
    return { status: true, message: 'Refund has been queued', data: { status: 'pending' } };
  });
}

/** What of a payment, in kobo, has not gone back yet. */
async function notRefunded(db: Db, reference: string): Promise<number> {
  const paid = await db
    .selectFrom('sandbox_card_transactions')
    .select('amount')
    .where('reference', '=', reference)
    .where('state', '=', 'success')
    .executeTakeFirst();
  const { sum } = await db
    .selectFrom('sandbox_card_refunds')
    .select(({ fn }) => fn.sum<number | null>('amount').as('sum'))
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow();
  return (paid?.amount ?? 0) - Number(sum ?? 0);
}
