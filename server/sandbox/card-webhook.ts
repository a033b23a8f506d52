import { BASE_PATHS } from '../../src/contract/endpoint.ts';
import { postCardWebhook } from '../../src/contract/endpoints/webhooks.ts';
import { hmacSha512 } from '../crypto/hash.ts';
import type { App } from '../http/serve.ts';
import { SANDBOX_CARD } from '../providers/open-providers.ts';

/** Sends the provider's signed webhook. If nobody takes it, the server can still ask for the same facts. */
export async function sendCardWebhook(app: App, event: string, data: object): Promise<void> {
  const payload = JSON.stringify({ event, data });
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
