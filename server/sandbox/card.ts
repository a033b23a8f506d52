import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { BASE_PATHS } from '../../src/contract/endpoint.ts';
import { postCardWebhook } from '../../src/contract/endpoints/webhooks.ts';
import { credentialOf } from '../accounts/authorization.ts';
import { hmacSha512, isSameText } from '../crypto/hash.ts';
import type { Db } from '../database/tables.ts';
import { Refusal } from '../http/errors.ts';
import type { App } from '../http/validation.ts';
import { SANDBOX_CARD } from '../providers/open-providers.ts';
import type { Services } from '../services.ts';
import { sandboxCardRefunds } from './card-refunds.ts';

const WINDOW_SCRIPT = new URL('card-window.js', import.meta.url);
const text = v.pipe(v.string(), v.nonEmpty(), v.maxLength(300));

/** What is chosen in the window; `amount` in kobo. */
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

/** A card provider, with the script of its window and its webhook (flows.md#sandbox-providers). */
export function sandboxCard(app: App, services: Pick<Services, 'db' | 'now'>): void {
  const { db, now } = services;
  const script = readFileSync(WINDOW_SCRIPT, 'utf8');

  app.get('/inline.js', async (_request, reply) => {
    reply.type('text/javascript; charset=utf-8');
    return script;
  });

  app.register(async (part: App) => {
    part.addHook('onRequest', async (request) => {
      const key = credentialOf(request, 'Bearer') ?? '';
      if (!isSameText(key, SANDBOX_CARD.secretKey)) throw unknownSender();
    });
    sandboxCardRefunds(part, services);
    const asked = { schema: { params: v.object({ reference: text }) } };
    part.get('/transaction/verify/:reference', asked, async ({ params }, reply) => {
      const data = await findTransaction(db, params.reference);
      if (data !== null) return { status: true, message: 'Verification successful', data };
      reply.code(400);
      return { status: false, message: 'Transaction reference not found.' };
    });
  });

  app.post('/charges', { schema: { body: choiceSchema } }, async ({ body }, reply) => {
    if (body.key !== SANDBOX_CARD.publicKey) throw unknownSender();
    if (!(await keepChoice(db, body, now()))) {
      reply.code(400);
      return { status: false, message: 'Duplicate Transaction Reference' };
    }
    const data = await findTransaction(db, body.ref);
    if (data?.status === 'success') await reportCharge(app, data);
    return { status: true, message: 'Charge attempted', data: { status: data?.status } };
  });
}

function unknownSender(): Refusal {
  return new Refusal(401, 'sandbox/unknown-sender', 'The sandbox knows no sender by this key.');
}

/** Keeps what was chosen; a reference that was declined may be tried again, a paid one never. */
async function keepChoice(db: Db, { choice, ref, metadata, ...rest }: Choice, now: number) {
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
  return { id, reference, status: state, amount, currency, metadata, customer: { email } };
}

/** The signed webhook. Where nobody takes it, the payment is there to be asked about. */
async function reportCharge(app: App, data: object): Promise<void> {
  const payload = JSON.stringify({ event: 'charge.success', data });
  await app.inject({
    method: 'POST',
    url: `${BASE_PATHS.product}${postCardWebhook.path}`,
    headers: {
      'content-type': 'application/json',
      'x-paystack-signature': hmacSha512(SANDBOX_CARD.secretKey, Buffer.from(payload)),
    },
    payload,
  });
}
