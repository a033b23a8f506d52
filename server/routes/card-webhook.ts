import * as v from 'valibot';
import { postCardWebhook } from '../../src/contract/endpoints/webhooks.ts';
import { hmacSha512, isSameText } from '../crypto/hash.ts';
import { Refusal } from '../http/errors.ts';
import type { App } from '../http/validation.ts';
import { enterCardEvent } from '../payments/card-undone.ts';
import { settlePayment } from '../payments/expected.ts';
import { hearOfTransfer } from '../prizes/hear-of-transfer.ts';
import { readCharge } from '../providers/card.ts';
import { SANDBOX_CARD } from '../providers/open-providers.ts';
import type { Services } from '../services.ts';
import { route } from './route.ts';

const TAKEN = { status: true, data: null };

const eventSchema = v.object({
  event: v.string(),
  data: v.looseObject({}),
});

/** The card provider's signed word on payments, where it is offered (flows.md#card-payment). */
export function cardWebhook(app: App, services: Services): void {
  const { db, config, now } = services;
  if (!config.ways.includes('card')) return;
  const secretKey = config.cardSecretKey ?? SANDBOX_CARD.secretKey;
  app.register(async (part: App) => {
    // What is signed are the bytes.
    part.removeContentTypeParser('application/json');
    part.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    route(part, postCardWebhook, async ({ headers, body }) => {
      const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
      const signature = String(headers['x-paystack-signature'] ?? '');
      if (!isSameText(signature, hmacSha512(secretKey, bytes))) {
        throw new Refusal(401, 'webhook/bad-signature', 'This was not signed by the provider');
      }
      const { event, data } = readEvent(bytes);
      if (event.startsWith('transfer.')) {
        await hearOfTransfer(services, { event, data });
        return TAKEN;
      }
      const payment = event === 'charge.success' ? readCharge(data) : null;
      await db.transaction().execute(async (trx) => {
        if (payment === null) return enterCardEvent(trx, { event, data }, now());
        await settlePayment(trx, { ...payment, way: 'card' }, now());
      });
      return TAKEN;
    });
  });
}

/** Throws Refusal 422 `request/invalid` for what is signed but no event. */
function readEvent(bytes: Buffer): v.InferOutput<typeof eventSchema> {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), eventSchema), bytes.toString());
  if (!read.success) throw new Refusal(422, 'request/invalid', 'The body must be an event');
  return read.output;
}
