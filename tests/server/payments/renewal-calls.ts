import * as v from 'valibot';
import { beforeEach, expect } from 'vitest';
import { readConfig } from '../../../server/config/config.ts';
import { renewEnded } from '../../../server/payments/renew-plans.ts';
import { httpAirtimeBilling } from '../../../server/providers/airtime-billing.ts';
import { type ProviderFetch, providerHttp } from '../../../server/providers/provider-http.ts';
import { paymentsReplySchema } from '../../../src/contract/payments.ts';
import { type TestServer, testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';
import { expected, newReference, sandboxCard, webhook } from './card-calls.ts';

/** A server for all tests of a file, on which nothing of earlier tests is renewed. */
export function renewalServer(): () => TestServer {
  const server = testServer();
  beforeEach(() => server().db.deleteFrom('renewals').execute());
  return server;
}

/** Turns a player's renewal on or off. */
export const turn = (player: TestPlayer, isOn: boolean, totalKobo?: number) =>
  player.server.call('PUT', '/payments/renewal', {
    body: { isOn, ...(totalKobo === undefined ? {} : { totalKobo }) },
    headers: { authorization: `Bearer ${player.token}` },
  });

/** The current plan, as the billing page gets it. */
export async function plan(player: TestPlayer) {
  const reply = v.parse(paymentsReplySchema, (await player.get('/payments')).body);
  return reply.status ? reply.meta?.plan : undefined;
}

/** The work of a server's process each minute. */
export function run(server: TestServer, env: Record<string, string> = {}) {
  const { services, app, operator } = server;
  const billing = httpAirtimeBilling(
    providerHttp(
      () => 'http://localhost/sandbox/billing',
      (url, init) => operator.fetch(url, init),
    ),
  );
  const renewing = { ...services, config: readConfig(env), billing, card: sandboxCard(server) };
  return renewEnded(renewing, app.log);
}

/** A player whose week was paid in the sandbox's window. */
export async function cardSubscriber(server: TestServer, email = 'ada@example.com') {
  const player = await server.signUp();
  const reference = await expected(player, { product: 'plan-weekly', reference: newReference() });
  const amount = 10_150;
  const metadata = { userId: String(player.id), type: 'subscription' };
  const row = { reference, amount, currency: 'NGN', email, state: 'success' as const };
  await server.db
    .insertInto('sandbox_card_transactions')
    .values({ ...row, metadata: JSON.stringify(metadata), at: new Date(server.clock.at) })
    .execute();
  const data = { reference, status: 'success', amount, currency: 'NGN', metadata };
  await webhook(server, JSON.stringify({ event: 'charge.success', data }));
  return { player, reference };
}

type Answer = (send: () => ReturnType<ProviderFetch>) => ReturnType<ProviderFetch>;

/**
 * Records the calls to a provider's path with this ending, which `answer` may replace, until
 * stopped.
 */
export function watch({ operator }: TestServer, path: string, answer: Answer = (send) => send()) {
  const { fetch } = operator;
  const sent: Record<string, unknown>[] = [];
  operator.fetch = async (url, init) => {
    if (init.method !== 'POST' || !url.endsWith(path)) return fetch(url, init);
    sent.push(JSON.parse(init.body ?? ''));
    return answer(() => fetch(url, init));
  };
  const stop = () => {
    operator.fetch = fetch;
  };
  return { sent, stop };
}

/**
 * One process renews and is held up at the provider's path until another, ten minutes later, has
 * charged there too; gives the calls of both.
 */
export async function runLate(server: TestServer, path: string) {
  const gate = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  const charges = watch(server, path, async (send) => {
    reached.resolve();
    await gate.promise;
    return send();
  });
  const late = run(server);
  await reached.promise;
  server.clock.at += 10 * 60_000;
  const other = run(server);
  await expect.poll(() => charges.sent.length).toBe(2);
  gate.resolve();
  await Promise.all([late, other]);
  charges.stop();
  return charges.sent;
}

export const AIRTIME = '/billing/subscriptions';
export const CARD = '/transaction/charge_authorization';

/** The provider does what it is asked, but its answer is lost. */
export const lost: Answer = async (send) => {
  await send();
  throw new Error('the line went dead');
};

export const renewalOf = (player: TestPlayer) =>
  player.server.db
    .selectFrom('renewals')
    .selectAll()
    .where('player_id', '=', player.id)
    .executeTakeFirst();

/** The periods that a player has paid, in order: `weekly card`. */
export async function periodsOf(player: TestPlayer) {
  const rows = await player.server.db
    .selectFrom('subscriptions')
    .select(['plan', 'way'])
    .where('player_id', '=', player.id)
    .orderBy('starts_at')
    .execute();
  return rows.map(({ plan: name, way }) => `${name} ${way}`);
}
