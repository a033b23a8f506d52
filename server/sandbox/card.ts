import { readFileSync } from 'node:fs';
import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { isSameText } from '../crypto/hash.ts';
import type { Db } from '../database/tables.ts';
import { credentialOf } from '../http/callers.ts';
import { type App, Refusal } from '../http/serve.ts';
import { SANDBOX_CARD } from '../providers/open-providers.ts';
import type { Services } from '../services.ts';
import { sendCardWebhook } from './card-webhook.ts';
import { sandboxTransfers } from './transfers.ts';

const WINDOW_SCRIPT = new URL('card-window.js', import.meta.url);
const text = v.pipe(v.string(), v.nonEmpty(), v.maxLength(300));

/** The choice that the player makes in the window; `amount` is in kobo. */
const choiceSchema = v.object({
  choice: v.picklist(['pay', 'decline']),
  key: text,
  ref: text,
  email: text,
  amount: v.pipe(v.number(), v.integer(), v.minValue(1)),
  currency: text,
  metadata: v.record(v.string(), v.unknown()),
});

type Choice = v.InferOutput<typeof choiceSchema>;

/** A charge of a card that the player has paid with before; `amount` is in kobo. */
const againSchema = v.object({
  authorization_code: text,
  email: text,
  amount: v.pipe(v.number(), v.integer(), v.minValue(1)),
  currency: text,
  reference: text,
  metadata: v.record(v.string(), v.unknown()),
});

const CODE_PREFIX = 'AUTH_';

/**
 * Plays a card provider, with the script of its window and its webhook
 * (go-live.md#providers-and-the-sandbox).
 */
export function sandboxCard(app: App, services: Pick<Services, 'db' | 'now'>): void {
  const { db, now } = services;
  const script = readFileSync(WINDOW_SCRIPT, 'utf8');

  app.get('/inline.js', async (_request, reply) => {
    reply.type('text/javascript; charset=utf-8');
    return script;
  });

  app.get(
    '/transaction/verify/:reference',
    {
      onRequest: requireSecretKey,
      schema: { params: v.object({ reference: text }) },
    },
    async ({ params }, reply) => {
      const data = await findTransaction(db, params.reference);
      if (data !== null) return { status: true, message: 'Verification successful', data };
      reply.code(400);
      return { status: false, message: 'Transaction reference not found.' };
    },
  );

  app.register(async (part: App) => {
    part.addHook('onRequest', requireSecretKey);
    sandboxCardRefunds(part, services);
    sandboxTransfers(part, services);
  });

  app.post(
    '/transaction/charge_authorization',
    { onRequest: requireSecretKey, schema: { body: againSchema } },
    async ({ body }, reply) => {
      const { authorization_code, reference, email, ...rest } = body;
      const first = authorization_code.startsWith(CODE_PREFIX)
        ? await findTransaction(db, authorization_code.slice(CODE_PREFIX.length))
        : null;
      if (first?.status !== 'success' || first.customer.email !== email) {
        reply.code(400);
        return { status: false, message: 'Authorization code is invalid' };
      }
      if ((await findTransaction(db, reference)) !== null) {
        reply.code(400);
        return { status: false, message: 'Duplicate Transaction Reference' };
      }
      const choice = email.startsWith('declined') ? 'decline' : 'pay';
      await keepChoice(db, { ...rest, choice, email, ref: reference }, now());
      const data = await findTransaction(db, reference);
      if (data?.status === 'success') await sendCardWebhook(app, 'charge.success', data);
      return { status: true, message: 'Charge attempted', data };
    },
  );

  app.post('/charges', { schema: { body: choiceSchema } }, async ({ body }, reply) => {
    if (body.key !== SANDBOX_CARD.publicKey) throw unknownSender();
    if (!(await keepChoice(db, body, now()))) {
      reply.code(400);
      return { status: false, message: 'Duplicate Transaction Reference' };
    }
    const data = await findTransaction(db, body.ref);
    if (data?.status === 'success') await sendCardWebhook(app, 'charge.success', data);
    return { status: true, message: 'Charge attempted', data: { status: data?.status } };
  });
}

async function requireSecretKey(request: FastifyRequest): Promise<void> {
  const key = credentialOf(request, 'Bearer') ?? '';
  if (!isSameText(key, SANDBOX_CARD.secretKey)) throw unknownSender();
}

function unknownSender(): Refusal {
  return new Refusal(401, 'sandbox/unknown-sender', 'The sandbox knows no sender by this key.');
}

/** Stores the player's choice. A declined reference may be tried again, a paid one never. */
async function keepChoice(
  db: Db,
  { choice, ref, metadata, ...rest }: Omit<Choice, 'key'>,
  now: number,
) {
  const { amount, currency, email } = rest;
  const tried = {
    amount,
    currency,
    email,
    metadata: JSON.stringify(metadata),
    state: choice === 'pay' ? ('success' as const) : ('failed' as const),
    at: new Date(now),
  };
  const kept = await db
    .insertInto('sandbox_card_transactions')
    .values({ reference: ref, ...tried })
    .onConflict((conflict) =>
      conflict
        .column('reference')
        .doUpdateSet(tried)
        .where('sandbox_card_transactions.state', '=', 'failed'),
    )
    .returning('reference')
    .executeTakeFirst();
  return kept !== undefined;
}

/** A transaction as the provider describes it. */
async function findTransaction(db: Db, reference: string) {
  const row = await db
    .selectFrom('sandbox_card_transactions')
    .selectAll()
    .where('reference', '=', reference)
    .executeTakeFirst();
  if (!row) return null;
  const { id, state, amount, currency, metadata, email } = row;
  const authorization = {
    authorization_code: `${CODE_PREFIX}${reference}`,
    reusable: !email.startsWith('once'),
  };
  const paid = { id, reference, status: state, amount, currency, metadata, customer: { email } };
  return state === 'success' ? { ...paid, authorization } : paid;
}

const wantedSchema = v.object({
  transaction: v.pipe(v.string(), v.nonEmpty(), v.maxLength(300)),
  amount: v.pipe(v.number(), v.integer(), v.minValue(1)),
  merchant_note: v.pipe(v.string(), v.maxLength(300)),
});

const askedSchema = v.object({ transaction: v.pipe(v.string(), v.regex(/^\d{1,15}$/)) });

/** Plays the card provider's refunds. */
function sandboxCardRefunds(app: App, { db, now }: Pick<Services, 'db' | 'now'>): void {
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

/** The part of a payment that has not been refunded yet, in kobo. */
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
