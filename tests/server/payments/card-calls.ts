import { randomBytes } from 'node:crypto';
import type { Reply } from '../../../scripts/lib/player/call.ts';
import { hmacSha512 } from '../../../server/crypto/hash.ts';
import { httpCard } from '../../../server/providers/card.ts';
import { SANDBOX_CARD } from '../../../server/providers/open-providers.ts';
import { providerHttp } from '../../../server/providers/provider-http.ts';
import { newKey, type TestServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';

/** ₦100 for 750 coins, with the fee of 1.5 %. */
export const PACK = { product: 'coins-100', totalKobo: 10_150, coins: 750 } as const;

export const newReference = () => `FOM-${randomBytes(9).toString('hex')}`;

/** A payment that the server expects of a player. */
export async function expected(
  player: TestPlayer,
  { product = PACK.product as string, reference = newReference() } = {},
): Promise<string> {
  const body = { product, provider: 'card', reference };
  const reply = await player.post('/payments/expected', body, { key: newKey() });
  if (!reply.body.status) throw new Error(`expected: ${reply.body.code}`);
  return reference;
}

/** A payment as the provider describes it. */
export function chargeOf(player: Pick<TestPlayer, 'id'>, reference: string) {
  const metadata = { userId: String(player.id), type: 'buy-plays' };
  const amount: number = PACK.totalKobo;
  return { reference, status: 'success', amount, currency: 'NGN', metadata };
}

type Charge = ReturnType<typeof chargeOf>;

/** The provider takes the money without notifying the server. */
export async function take(server: TestServer, charge: Charge): Promise<void> {
  const { reference, amount, currency, metadata } = charge;
  const email = 'ada@example.com';
  const at = new Date(server.clock.at);
  const taken = { reference, amount, currency, email, metadata: JSON.stringify(metadata), at };
  await server.db
    .insertInto('sandbox_card_transactions')
    .values({ ...taken, state: 'success' })
    .execute();
}

export const verify = (player: TestPlayer, reference: string) =>
  player.get(`/payments/verify/${reference}`);

/** The signature of a webhook's body. */
export const signatureOf = (payload: string, key: string = SANDBOX_CARD.secretKey) =>
  hmacSha512(key, Buffer.from(payload));

/** The provider's webhook, correctly signed unless given otherwise. */
export async function webhook(
  server: TestServer,
  payload: string,
  signature = signatureOf(payload),
): Promise<Pick<Reply, 'status' | 'body'>> {
  const response = await server.app.inject({
    method: 'POST',
    url: '/api/v2/webhooks/paystack',
    headers: { 'content-type': 'application/json', 'x-paystack-signature': signature },
    payload,
  });
  return { status: response.statusCode, body: response.json() };
}

export const success = (charge: object) =>
  JSON.stringify({ event: 'charge.success', data: charge });

/** A pack that was paid for and credited; gives its reference. */
export async function paidPack(server: TestServer, player: TestPlayer): Promise<string> {
  const reference = await expected(player);
  await take(server, chargeOf(player, reference));
  await webhook(server, success(chargeOf(player, reference)));
  return reference;
}

/** The choice in the sandbox's window, which sends its webhook itself. */
export const choose = (
  server: TestServer,
  player: TestPlayer,
  reference: string,
  choice: 'pay' | 'decline',
) =>
  server.call('POST', '/charges', {
    api: '/sandbox/card',
    body: {
      choice,
      key: SANDBOX_CARD.publicKey,
      ref: reference,
      email: 'ada@example.com',
      amount: PACK.totalKobo,
      currency: 'NGN',
      metadata: { userId: String(player.id) },
    },
  });

export const stateOf = async (server: TestServer, reference: string) => {
  const { state } = await server.db
    .selectFrom('payments')
    .select('state')
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow();
  return state;
};

export const reportsOf = (server: TestServer, reference: string) =>
  server.db
    .selectFrom('payment_reports')
    .select(['what', 'body'])
    .where('reference', '=', reference)
    .execute();

/** The sandbox's card provider, asked as the server asks it. */
export const sandboxCard = (server: TestServer) =>
  httpCard(
    providerHttp(
      () => 'http://localhost/sandbox/card',
      (url, init) => server.operator.fetch(url, init),
      { Authorization: `Bearer ${SANDBOX_CARD.secretKey}` },
    ),
  );
