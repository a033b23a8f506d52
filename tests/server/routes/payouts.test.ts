import * as v from 'valibot';
import { expect, test } from 'vitest';
import { sweep } from '../../../server/upkeep/sweep.ts';
import { payoutsReplySchema } from '../../../src/contract/payouts.ts';
import { expectRefused, newKey, testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';
import {
  close,
  countOf,
  goOn,
  leaving,
  payDue,
  payoutsOn,
  prize,
  ready,
  score,
  thisWeek,
  winnings,
} from '../prizes/prize-calls.ts';

const server = testServer();

/** Moves on until the week of these players is paid. */
async function settle(): Promise<void> {
  const week = thisWeek(server());
  close(server(), week);
  await payDue(server());
}

const seen = (player: TestPlayer, references: string[]) =>
  server().call('PUT', '/payouts/seen', {
    body: { references },
    headers: { authorization: `Bearer ${player.token}` },
  });

const remove = (player: TestPlayer) =>
  player.delete('/user', { word: 'DELETE' }, { key: newKey() });

test('a player sees their own prizes, the newest first', async () => {
  server().toNextWeek();
  const player = await ready(server(), 100);
  await settle();
  server().toNextWeek();
  await score(player, 50);
  const other = await ready(server(), 60);
  await settle();
  const { body } = await player.get('/payouts');
  const reply = v.parse(payoutsReplySchema, body);
  expect(reply.status && reply.data.map(({ place, netKobo }) => [place, netKobo])).toEqual([
    [2, 10_000],
    [1, 20_000],
  ]);
  expect(await prize(other)).toMatchObject({ place: 1 });
  await expectRefused(server(), () => server().call('GET', '/payouts'), 401, 'session/required');
});

test('the prizes that a player was greeted with are noted, nobody else’s', async () => {
  server().toNextWeek();
  const [player, other] = [await ready(server(), 100), await ready(server(), 90)];
  await settle();
  const references = [(await prize(player)).reference, (await prize(other)).reference];
  expect(await seen(player, references)).toMatchObject({ status: 200 });
  expect(await prize(player)).toMatchObject({ isSeen: true });
  expect(await prize(other)).toMatchObject({ isSeen: false });
});

test('my data has the prizes', async () => {
  server().toNextWeek();
  const player = await ready(server(), 100);
  await settle();
  const { data } = (await player.get('/user/data')).body as { data: Record<string, unknown> };
  expect(data.payouts).toEqual(await winnings(player));
});

test('an account is not deleted while a prize is on its way to it', async () => {
  server().toNextWeek();
  const player = await ready(server(), 100);
  await settle();
  await expectRefused(server(), () => remove(player), 409, 'payout/on-its-way');
  await goOn(player, leaving());
  await expectRefused(server(), () => remove(player), 409, 'payout/on-its-way');
  await goOn(player, { event: 'paid', by: 'sender' });
  expect(await remove(player)).toMatchObject({ status: 200 });
});

test('a held prize is given up with its account, and the next place is paid', async () => {
  server().toNextWeek();
  const week = thisWeek(server());
  const player = await server().signUp();
  await score(player, 500);
  for (let place = 2; place <= 11; place += 1) await ready(server(), 300 - place);
  await settle();
  expect(await remove(player)).toMatchObject({ status: 200 });
  const made = await payoutsOn(server(), 'weekly', week);
  expect(
    made.map(({ place, state }) => `${place} ${state}`).filter((one) => !/approved/.test(one)),
  ).toEqual(['1 lapsed', '11 checking']);
});

test('payouts are kept for six years, and those that wait for longer', async () => {
  server().toNextWeek();
  const [paid, waiting] = [await ready(server(), 100), await server().signUp()];
  await score(waiting, 60);
  await settle();
  await goOn(waiting, { event: 'held', by: 'operator', reasons: ['under-review'] });
  await goOn(paid, leaving());
  await goOn(paid, { event: 'paid', by: 'sender' });
  const before = await countOf(server(), 'payouts');
  server().clock.at = Date.parse('2032-10-01T11:00:00Z');
  await sweep(server().services, server().app.log);
  expect(await countOf(server(), 'payouts')).toBe(before);
  server().clock.at = Date.parse('2035-01-01T11:00:00Z');
  await sweep(server().services, server().app.log);
  const left = await server().db.selectFrom('payouts').select('state').execute();
  expect(left.map(({ state }) => state)).toContain('held');
  expect(left.map(({ state }) => state)).not.toContain('paid');
});
