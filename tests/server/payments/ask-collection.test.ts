import { expect, test } from 'vitest';
import { expectRefused, newKey, testServer } from '../../support/server.ts';
import {
  booksOf,
  newNumber,
  newOrder,
  pay,
  prompted,
  readStatus,
  watchService,
} from './collection-calls.ts';

const MINUTE_MS = 60_000;
const server = testServer();

const html = () => new Response('<html>Bad gateway</html>', { status: 200 });
const lost = async (): Promise<Response> => {
  throw new Error('the line went dead');
};
const says = (data: object) => Response.json({ status: true, data });

/** The service's report on a payment of ₦204. */
const standsAt = (reference: string, change: object = {}) =>
  says({ reference, status: 'success', amount: 204, ...change });

test('fifty questions at once credit a payment once', async () => {
  const player = await server().signUp();
  const { reference } = await prompted(player);
  const replies = await Promise.all(
    Array.from({ length: 50 }, () => readStatus(player, reference)),
  );
  expect(replies.every(({ status }) => status === 200)).toBe(true);
  const stands = replies.map(({ body }) => (body.data as { status: string }).status);
  expect(stands.filter((status) => status === 'success').length).toBeGreaterThan(40);
  expect(await booksOf(player, reference)).toMatchObject({ state: 'paid', coins: 1000 });
  const plans = await server()
    .db.selectFrom('subscriptions')
    .select('ends_at')
    .where('player_id', '=', player.id)
    .execute();
  expect(plans).toHaveLength(1);
});

test('a service that reports a payment twice credits it once', async () => {
  const player = await server().signUp();
  const { reference } = await prompted(player);
  const service = watchService(server(), async () => standsAt(reference));
  for (const _report of [1, 2]) {
    expect((await readStatus(player, reference)).body.data).toMatchObject({ status: 'success' });
  }
  service.stop();
  expect(await booksOf(player, reference)).toMatchObject({ state: 'paid', coins: 1000 });
});

test.each<[string, (reference: string) => Promise<Response> | Response]>([
  ['nothing', lost],
  ['HTML', html],
  ['an empty text', () => new Response('')],
  [
    'a failure with a yes in it',
    (reference) =>
      Response.json(
        { status: true, data: { reference, status: 'success', amount: 204 } },
        { status: 500 },
      ),
  ],
  ['another payment’s reference', () => standsAt('FOM-ffffffffffffffffff')],
  ['no reference', () => says({ status: 'success', amount: 204 })],
  ['no amount', (reference) => says({ reference, status: 'success' })],
  ['part of a kobo', (reference) => standsAt(reference, { amount: 204.001 })],
  ['an amount as text', (reference) => standsAt(reference, { amount: '204' })],
  ['a status of its own', (reference) => standsAt(reference, { status: 'SUCCESS' })],
  ['that our key is not good', () => Response.json({ status: false }, { status: 401 })],
])('a service that answers %s has answered nothing', async (_what, answer) => {
  const player = await server().signUp();
  const { reference } = await prompted(player);
  const service = watchService(server(), async () => answer(reference));
  const call = () => readStatus(player, reference);
  const reply = await expectRefused(server(), call, 502, 'mobile-money/unavailable');
  service.stop();
  expect(reply.body.message).toBe('Unable to verify payment');
  expect(await booksOf(player, reference)).toMatchObject({ state: 'pending', coins: 0 });
  // It is asked again, and then it counts.
  await readStatus(player, reference);
  expect((await readStatus(player, reference)).body.data).toMatchObject({ status: 'success' });
});

test.each([203.99, 204.01, 0, 200, 20_400])(
  '₦%s taken in place of ₦204 credit nothing',
  async (amount) => {
    const player = await server().signUp();
    const { reference } = await prompted(player);
    const service = watchService(server(), async () => standsAt(reference, { amount }));
    for (const _look of [1, 2]) {
      const reply = await readStatus(player, reference);
      expect(reply).toMatchObject({ status: 409, body: { code: 'payment/mismatch' } });
    }
    service.stop();
    expect(await booksOf(player, reference)).toMatchObject({ state: 'mismatched', coins: 0 });
  },
);

test('a payment that failed and is paid after all is credited', async () => {
  const player = await server().signUp();
  const { reference } = await prompted(player);
  const answers = [standsAt(reference, { status: 'failed' }), standsAt(reference)];
  const service = watchService(server(), async () => answers.shift() ?? html());
  expect((await readStatus(player, reference)).body.data).toMatchObject({ status: 'failed' });
  expect((await readStatus(player, reference)).body.data).toMatchObject({ status: 'success' });
  service.stop();
  expect(await booksOf(player, reference)).toMatchObject({ state: 'paid', coins: 1000 });
});

test.each<[string, () => Promise<Response> | Response]>([
  ['is lost', lost],
  ['is HTML', html],
  ['is of another payment', () => says({ reference: 'FOM-ffffffffffffffffff' })],
])('a prompt whose answer %s is gone on with, not sent again', async (_what, answer) => {
  const player = await server().signUp();
  const order = await newOrder(player);
  const key = newKey();
  const service = watchService(server(), async (path, send) => {
    const taken = await send();
    return path === '/collections/pay' ? answer() : taken;
  });
  const reply = await pay(player, order, key);
  service.stop();
  expect(reply).toMatchObject({
    status: 502,
    body: { message: 'Unable to complete at the moment', code: 'mobile-money/unavailable' },
  });
  expect(await booksOf(player, order.reference)).toMatchObject({ state: 'pending', coins: 0 });
  const later = watchService(server());
  expect((await pay(player, order, key)).body).toMatchObject({ status: true });
  expect((await pay(player, order, newKey())).body).toMatchObject({ status: true });
  later.stop();
  expect(later.asked.filter(({ method }) => method === 'POST')).toEqual([]);
  const stands = await readStatus(player, order.reference);
  expect(stands.body.data).toMatchObject({ status: 'success', user: { pointBalance: 1000 } });
});

test('a prompt that never reached the service is sent under the same reference', async () => {
  const player = await server().signUp();
  const order = await newOrder(player);
  const service = watchService(server(), async (path, send) =>
    path === '/collections/pay' ? lost() : send(),
  );
  expect((await pay(player, order, newKey())).status).toBe(502);
  service.stop();
  const again = watchService(server());
  expect((await pay(player, order, newKey())).body.status).toBe(true);
  again.stop();
  const sent = again.asked.filter(({ path }) => path === '/collections/pay');
  expect(sent.map(({ body }) => body.reference)).toEqual([order.reference]);
  expect(await booksOf(player, order.reference)).toMatchObject({ state: 'pending', prompts: 1 });
});

test('a ‘no’ to a prompt that may have been sent before does not end the payment', async () => {
  const player = await server().signUp();
  const order = await newOrder(player);
  const answers = [lost, () => Response.json({ status: false }, { status: 409 })];
  const service = watchService(server(), async (path, send) =>
    path === '/collections/pay' ? (answers.shift() ?? lost)() : send(),
  );
  await pay(player, order, newKey());
  expect((await pay(player, order, newKey())).status).toBe(502);
  service.stop();
  expect(await booksOf(player, order.reference)).toMatchObject({ state: 'pending' });
});

test('taps on Pay at once, with one reference, are one payment', async () => {
  const player = await server().signUp();
  const order = await newOrder(player);
  const service = watchService(server());
  const replies = await Promise.all([1, 2, 3, 4].map(() => pay(player, order, newKey())));
  service.stop();
  expect(replies.every(({ body }) => body.status)).toBe(true);
  await readStatus(player, order.reference);
  await readStatus(player, order.reference);
  expect(await booksOf(player, order.reference)).toMatchObject({ prompts: 1, coins: 1000 });
});

test('a payment that the service does not know of fails after fifteen minutes', async () => {
  const player = await server().signUp();
  const { reference } = await prompted(player, { msisdn: newNumber('98') });
  const service = watchService(server(), async () =>
    Response.json({ status: false }, { status: 404 }),
  );
  server().clock.at += 15 * MINUTE_MS;
  expect((await readStatus(player, reference)).body.data).toMatchObject({ status: 'pending' });
  server().clock.at += 1;
  expect((await readStatus(player, reference)).body.data).toMatchObject({ status: 'failed' });
  service.stop();
});
