import { randomBytes } from 'node:crypto';
import type { Reply } from '../../../scripts/lib/player/call.ts';
import { httpMobileMoney } from '../../../server/providers/mobile-money.ts';
import { type ProviderFetch, providerHttp } from '../../../server/providers/provider-http.ts';
import type { TestServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';

/** The phone's call to pay. */
export type Order = {
  name: string;
  msisdn: string;
  amount: number;
  accountId: string;
  operatorCharge: number;
  serviceCharge: number;
  totalAmount: number;
  product: string;
  reference: string;
};

/** The service as a server's process reaches it. */
export function sandboxMobileMoney({ operator }: TestServer) {
  const key = { 'x-api-key': 'sandbox', 'x-client-id': 'sandbox' };
  const fetch: ProviderFetch = (url, init) => operator.fetch(url, init);
  return httpMobileMoney(providerHttp(() => 'http://own/sandbox/mobile-money', fetch, key));
}

let numbers = 0;

/** A number that has never paid; its `ending` decides the sandbox's answers. */
export function newNumber(ending = '54'): string {
  numbers += 1;
  return `0805${String(numbers).padStart(5, '0')}${ending}`;
}

export const newReference = () => `FOM-${randomBytes(9).toString('hex')}`;

type Ask = { body?: object; key?: string };

/** A call of a player to the mobile-money service. */
function ask(
  player: TestPlayer,
  method: 'GET' | 'POST',
  path: string,
  { body, key }: Ask = {},
): Promise<Reply> {
  const headers = {
    authorization: `Bearer ${player.token}`,
    ...(key === undefined ? {} : { 'idempotency-key': key }),
  };
  const sent = body === undefined ? {} : { body };
  return player.server.call(method, path, { api: '/mobile-money', headers, ...sent });
}

export const lookUp = (player: TestPlayer, msisdn: string) =>
  ask(player, 'GET', `/collections/search?msisdn=${msisdn}`);

export const chargesOn = (player: TestPlayer, msisdn: string, amount: number | string) =>
  ask(player, 'GET', `/charges?msisdn=${msisdn}&amount=${amount}`);

export const readStatus = (player: TestPlayer, reference: string) =>
  ask(player, 'GET', `/collections/${reference}`);

export const resend = (player: TestPlayer, reference: string, key?: string) =>
  ask(player, 'POST', `/collections/${reference}/doi`, key === undefined ? {} : { key });

export const pay = (player: TestPlayer, order: Partial<Order>, key?: string) =>
  ask(player, 'POST', '/collections/pay', { body: order, ...(key === undefined ? {} : { key }) });

/** Looks a number up and asks for its charges, as the app does before 'Pay'. */
export async function newOrder(
  player: TestPlayer,
  { msisdn = newNumber(), product = 'plan-weekly', amount = 200 } = {},
): Promise<Order> {
  const wallet = (await lookUp(player, msisdn)).body.data as { accountId: string };
  const charges = (await chargesOn(player, msisdn, amount)).body.data as {
    operatorCharge: number;
    serviceCharge: number;
  };
  const totalAmount = amount + charges.operatorCharge + charges.serviceCharge;
  const { accountId } = wallet;
  const whose = { name: 'Ada O.', msisdn, accountId, reference: newReference() };
  return { ...whose, product, amount, ...charges, totalAmount };
}

/** A payment whose prompt has been sent. */
export async function prompted(player: TestPlayer, wanted = {}): Promise<Order> {
  const order = await newOrder(player, wanted);
  const { body } = await pay(player, order);
  if (!body.status) throw new Error(`pay: ${body.code}`);
  return order;
}

type Answer = (url: string, send: () => ReturnType<ProviderFetch>) => ReturnType<ProviderFetch>;

/** Replaces the service's answers until stopped, and records the calls. */
export function watchService({ operator }: TestServer, answer: Answer = (_url, send) => send()) {
  const { fetch } = operator;
  const asked: { method: string; path: string; body: Record<string, unknown> }[] = [];
  operator.fetch = async (url, init) => {
    const path = url.replace(/^.*\/mobile-money/, '');
    asked.push({ method: init.method, path, body: JSON.parse(init.body ?? '{}') });
    return answer(path, () => fetch(url, init));
  };
  const stop = () => {
    operator.fetch = fetch;
  };
  return { asked, stop };
}

/** The books on a payment: its state, and the player's wallet. */
export async function booksOf(player: TestPlayer, reference: string) {
  const { db } = player.server;
  const payment = await db
    .selectFrom('payments')
    .select(['state', 'prompts'])
    .where('reference', '=', reference)
    .executeTakeFirst();
  return { ...payment, coins: (await player.wallet()).coins };
}
