import * as v from 'valibot';
import { postCardWebhook } from '../../src/contract/endpoints/webhooks.ts';
import { hmacSha512, isSameText } from '../crypto/hash.ts';
import { Refusal } from '../http/errors.ts';
import type { App } from '../http/validation.ts';
import { settlePayment } from '../payments/expected.ts';
import { keepReport } from '../payments/reports.ts';
import { readCharge } from '../providers/card.ts';
import { SANDBOX_CARD } from '../providers/open-providers.ts';
import type { Services } from '../services.ts';
import { route } from './route.ts';

const TAKEN = { status: true, data: null };
const EVENT_MAX_CHARS = 100;

const eventSchema = v.object({
  event: v.string(),
  data: v.looseObject({ reference: v.optional(v.string(), '') }),
});

/** The card provider's signed word on payments, where it is offered (flows.md#card-payment). */
export function cardWebhook(app: App, { db, config, now }: Services): void {
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
      const payment = event === 'charge.success' ? readCharge(data) : null;
      if (payment !== null) {
        const taken = { ...payment, way: 'card' as const };
        await db.transaction().execute((trx) => settlePayment(trx, taken, now()));
        return TAKEN;
      }
      const about = { reference: cut(data.reference), what: cut(event), body: withoutCard(data) };
      await keepReport(db, about, now());
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

/** What charges the card again is kept nowhere but sealed. */
function withoutCard(data: object): Record<string, unknown> {
  return JSON.parse(
    JSON.stringify(data, (key, value) => (key === 'authorization' ? undefined : value)),
  );
}

function cut(text: string): string {
  return text.replaceAll('\0', '').slice(0, EVENT_MAX_CHARS);
}
