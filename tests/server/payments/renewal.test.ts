import { expect, test } from 'vitest';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { buy } from '../../support/payments.ts';
import { expectRefused } from '../../support/server.ts';
import {
  AIRTIME,
  cardSubscriber,
  lost,
  periodsOf,
  plan,
  renewalOf,
  renewalServer,
  run,
  runLate,
  turn,
  watch,
} from './renewal-calls.ts';

const server = renewalServer();

const MINUTE_MS = 60_000;
const WEEK_MS = 7 * DAY_MS;

/** A player whose week by airtime has ended and renews automatically. */
async function due() {
  const player = await server().subscriber();
  expect((await turn(player, true)).body.status).toBe(true);
  server().clock.at += WEEK_MS;
  return player;
}

const consentsOf = async (player: Awaited<ReturnType<typeof due>>) => {
  const { data } = (await player.get('/payments/consents')).body as {
    data: { door: string; state: string }[];
  };
  return data.filter(({ door }) => door === 'renewal');
};

test('a plan lapses without a charge where nobody chose that it renews', async () => {
  const player = await server().subscriber();
  expect(await plan(player)).toMatchObject({
    renews: false,
    renewal: { plan: 'weekly', way: 'airtime', kobo: 10_000, feeKobo: 0 },
  });
  server().clock.at += WEEK_MS;
  const charges = watch(server(), AIRTIME);
  await run(server());
  charges.stop();
  expect(charges.sent).toEqual([]);
  expect(await player.user()).toMatchObject({ isActive: false, pointBalance: 1000 });
});

test('a chosen renewal is shown, stored with its price, and charged at the end, not before', async () => {
  const player = await server().subscriber();
  const reply = await turn(player, true, 10_000);
  expect(reply.body).toMatchObject({
    status: true,
    data: { user: { id: String(player.id), paymentToken: null } },
    meta: { token: player.token },
  });
  expect(await plan(player)).toMatchObject({ renews: true });
  expect(await consentsOf(player)).toMatchObject([
    { product: 'plan-weekly', way: 'airtime', kobo: 10_000, feeKobo: 0, state: 'on' },
  ]);
  const charges = watch(server(), AIRTIME);
  server().clock.at += WEEK_MS - 1;
  await run(server());
  expect(charges.sent).toEqual([]);
  server().clock.at += 1;
  await run(server());
  charges.stop();
  expect(charges.sent).toHaveLength(1);
  expect(await player.user()).toMatchObject({ isActive: true, pointBalance: 2000 });
  expect(await plan(player)).toMatchObject({
    renews: true,
    endsAt: new Date(server().clock.at + WEEK_MS).toISOString(),
  });
});

test('it renews week after week until it is turned off, by one call that may be repeated', async () => {
  const player = await due();
  await run(server());
  server().clock.at += WEEK_MS;
  await run(server());
  expect(await periodsOf(player)).toEqual(['weekly airtime', 'weekly airtime', 'weekly airtime']);
  for (const _again of [1, 2]) expect((await turn(player, false)).body.status).toBe(true);
  expect(await plan(player)).toMatchObject({ renews: false, isCancelled: false });
  expect(await consentsOf(player)).toMatchObject([{ state: 'off' }]);
  server().clock.at += WEEK_MS;
  await run(server());
  expect(await periodsOf(player)).toHaveLength(3);
});

test('turning it on twice is one yes, turning it on anew another', async () => {
  const player = await server().subscriber();
  await Promise.all([turn(player, true), turn(player, true)]);
  await turn(player, true);
  expect(await consentsOf(player)).toMatchObject([{ state: 'on' }]);
  await turn(player, false);
  await turn(player, true);
  expect(await consentsOf(player)).toMatchObject([{ state: 'on' }, { state: 'off' }]);
});

test('many processes that renew side by side charge each period once', async () => {
  const players = await Promise.all(Array.from({ length: 6 }, () => server().subscriber()));
  for (const player of players) await turn(player, true);
  server().clock.at += WEEK_MS;
  const charges = watch(server(), AIRTIME);
  await Promise.all(Array.from({ length: 8 }, () => run(server())));
  charges.stop();
  expect(charges.sent).toHaveLength(players.length);
  for (const player of players) {
    expect(await player.wallet()).toMatchObject({ coins: 2000 });
    expect(await periodsOf(player)).toHaveLength(2);
  }
});

test('a process that goes on late charges nothing that another one has', async () => {
  const player = await due();
  const sent = await runLate(server(), AIRTIME);
  expect(new Set(sent.map(({ reference }) => reference)).size).toBe(1);
  expect(await player.wallet()).toMatchObject({ coins: 2000 });
  expect(await periodsOf(player)).toHaveLength(2);
});

test('a charge whose answer is lost is asked for again, under the same reference', async () => {
  const player = await due();
  const broken = watch(server(), AIRTIME, lost);
  await run(server());
  broken.stop();
  expect(await player.user()).toMatchObject({ isActive: false });
  const charges = watch(server(), AIRTIME);
  server().clock.at += 9 * MINUTE_MS;
  await run(server());
  expect(await player.user()).toMatchObject({ isActive: false });
  server().clock.at += MINUTE_MS;
  await run(server());
  charges.stop();
  expect(await player.wallet()).toMatchObject({ coins: 2000 });
  expect(await periodsOf(player)).toHaveLength(2);
  expect(await renewalOf(player)).toBeDefined();
});

test('an operator that does not decide is asked for a day, then the plan has lapsed', async () => {
  const player = await due();
  const charges = watch(server(), AIRTIME, async () => Response.json({ status: 'pending' }));
  await run(server());
  server().clock.at += DAY_MS - 1;
  await run(server());
  expect(charges.sent).toHaveLength(2);
  expect(await renewalOf(player)).toBeDefined();
  server().clock.at += 10 * MINUTE_MS;
  await run(server());
  charges.stop();
  expect(charges.sent).toHaveLength(2);
  expect(await renewalOf(player)).toBeUndefined();
});

test('a renewal that is refused is given up: the plan lapses', async () => {
  const player = await due();
  const charges = watch(server(), AIRTIME, async () => Response.json({ status: 'refused' }));
  await run(server());
  charges.stop();
  expect(await renewalOf(player)).toBeUndefined();
  expect(await consentsOf(player)).toMatchObject([{ state: 'off' }]);
  server().clock.at += 20 * MINUTE_MS;
  await run(server());
  expect(await player.user()).toMatchObject({ isActive: false, pointBalance: 1000 });
});

test('servers that were down for a day after the end charge nothing', async () => {
  const player = await due();
  server().clock.at += DAY_MS;
  const charges = watch(server(), AIRTIME);
  await run(server());
  charges.stop();
  expect(charges.sent).toEqual([]);
  expect(await renewalOf(player)).toBeUndefined();
});

test('another price than was agreed to is not charged', async () => {
  const player = await due();
  const PRICES = JSON.stringify({ plans: { airtime: { daily: 50, weekly: 110 } } });
  const charges = watch(server(), AIRTIME);
  await run(server(), { PRICES });
  charges.stop();
  expect(charges.sent).toEqual([]);
  expect(await renewalOf(player)).toBeUndefined();
});

test('a renewal by the operator itself is taken over, not charged again', async () => {
  const player = await due();
  const charges = watch(server(), AIRTIME);
  const { fetch } = server().operator;
  const [from, until] = [server().clock.at, server().clock.at + WEEK_MS];
  server().operator.fetch = async (url, init) =>
    url.includes('plan=weekly')
      ? Response.json({
          status: 'active',
          reference: `OP-${player.phone}`,
          plan: 'weekly',
          startsAt: new Date(from).toISOString(),
          endsAt: new Date(until).toISOString(),
        })
      : fetch(url, init);
  await run(server());
  charges.stop();
  expect(charges.sent).toEqual([]);
  expect(await player.wallet()).toMatchObject({ coins: 2000 });
});

test('cancelling ends it, also after the plan has', async () => {
  const running = await server().subscriber();
  await turn(running, true);
  await running.patch('/payments/cancel');
  expect(await plan(running)).toMatchObject({ renews: false, isCancelled: true, renewal: null });
  await expectRefused(server(), () => turn(running, true), 409, 'renewal/unavailable');
  const ended = await due();
  expect((await ended.patch('/payments/cancel')).body.status).toBe(true);
  const charges = watch(server(), AIRTIME);
  await run(server());
  charges.stop();
  expect(charges.sent).toEqual([]);
});

test('nothing renews that does not run, is paid by mobile money, or was shown at another price', async () => {
  const stranger = () => server().call('PUT', '/payments/renewal', { body: { isOn: true } });
  await expectRefused(server(), stranger, 401, 'session/required');
  const none = await server().signUp();
  await expectRefused(server(), () => turn(none, true), 409, 'subscription/inactive');
  const wallet = await server().signUp();
  await buy(wallet, { way: 'mobile-money', product: 'plan-weekly', payer: '2348030000000' });
  expect(await plan(wallet)).toMatchObject({ renews: false, renewal: null });
  await expectRefused(server(), () => turn(wallet, true), 409, 'renewal/unavailable');
  const { player } = await cardSubscriber(server());
  await expectRefused(server(), () => turn(player, true, 10_000), 409, 'payment/mismatch');
  expect(await renewalOf(player)).toBeUndefined();
});
