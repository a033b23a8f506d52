import * as v from 'valibot';
import type { Db } from '../database/tables.ts';
import type { App } from '../http/serve.ts';
import type { Services } from '../services.ts';
import { sendCardWebhook } from './card-webhook.ts';

const CODE_PREFIX = 'RCP_';

const recipientSchema = v.object({
  type: v.literal('nuban'),
  name: v.pipe(v.string(), v.nonEmpty(), v.maxLength(200)),
  account_number: v.pipe(v.string(), v.regex(/^\d{10}$/)),
  bank_code: v.pipe(v.string(), v.nonEmpty(), v.maxLength(20)),
  currency: v.literal('NGN'),
});

const reference = v.pipe(v.string(), v.regex(/^[a-z0-9_-]{16,50}$/));

const wantedSchema = v.object({
  source: v.literal('balance'),
  amount: v.pipe(v.number(), v.integer(), v.minValue(1)),
  recipient: v.pipe(v.string(), v.regex(/^RCP_\d{10}$/)),
  reference,
  reason: v.pipe(v.string(), v.maxLength(200)),
});

/**
 * Plays the card provider's transfers. An account's last digit decides the outcome
 * (go-live.md#providers-and-the-sandbox).
 */
export function sandboxTransfers(app: App, { db, now }: Pick<Services, 'db' | 'now'>): void {
  app.post('/transferrecipient', { schema: { body: recipientSchema } }, async ({ body }, reply) => {
    reply.code(201);
    const data = { recipient_code: `${CODE_PREFIX}${body.account_number}` };
    return { status: true, message: 'Transfer recipient created successfully', data };
  });

  app.post('/transfer', { schema: { body: wantedSchema } }, async ({ body }, reply) => {
    const account_number = body.recipient.slice(CODE_PREFIX.length);
    const { reference, amount } = body;
    const kept = await db
      .insertInto('sandbox_transfers')
      .values({ reference, account_number, amount, at: new Date(now()) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('reference')
      .executeTakeFirst();
    if (!kept) {
      reply.code(400);
      return { status: false, message: 'Transfer reference already exists' };
    }
    const transfer = { reference, amount, status: statusOf(account_number) };
    const isTwice = account_number.endsWith('3');
    const event = `transfer.${transfer.status}`;
    if (transfer.status !== 'pending') await sendCardWebhook(app, event, transfer);
    if (isTwice) await sendCardWebhook(app, event, transfer);
    const data = { ...transfer, status: 'pending' };
    return { status: true, message: 'Transfer has been queued', data };
  });

  app.get(
    '/transfer/verify/:reference',
    { schema: { params: v.object({ reference }) } },
    async ({ params }, reply) => {
      const data = await findTransfer(db, params.reference);
      if (data) return { status: true, message: 'Transfer retrieved', data };
      reply.code(404);
      return { status: false, message: 'Transfer not found' };
    },
  );
}

async function findTransfer(db: Db, reference: string) {
  const row = await db
    .selectFrom('sandbox_transfers')
    .selectAll()
    .where('reference', '=', reference)
    .executeTakeFirst();
  return row && { reference, amount: row.amount, status: statusOf(row.account_number) };
}

function statusOf(account: string): 'failed' | 'pending' | 'success' {
  if (account.endsWith('1')) return 'failed';
  return account.endsWith('2') ? 'pending' : 'success';
}
