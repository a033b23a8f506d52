import { expect, test } from 'vitest';
import { sweep } from '../../../server/upkeep/sweep.ts';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { expectRefused, newKey, testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';

const server = testServer();

const report = (reporter: TestPlayer, id: number | string, reason = 'picture') =>
  reporter.post(`/players/${id}/report`, { reason });

const reportsOf = (player: TestPlayer) =>
  server()
    .db.selectFrom('player_reports')
    .select(['reporter_id', 'day', 'reason', 'closed_at'])
    .where('player_id', '=', player.id)
    .orderBy('id')
    .execute();

test('a report is stored once per reporter, player and day', async () => {
  const [ada, obi] = [await server().signUp(), await server().signUp()];
  const reply = await report(ada, obi.id);
  expect(reply.body).toEqual({
    status: true,
    data: null,
    message: 'Thank you. We will look at it.',
  });
  expect((await report(ada, obi.id, 'name')).status).toBe(200);
  server().clock.at += DAY_MS;
  await report(ada, obi.id, 'name');
  const of = { reporter_id: ada.id, closed_at: null };
  expect(await reportsOf(obi)).toEqual([
    { ...of, day: '2026-11-18', reason: 'picture' },
    { ...of, day: '2026-11-19', reason: 'name' },
  ]);
  expect(await reportsOf(ada)).toEqual([]);
});

test('nobody, oneself and what is no reason are refused, and so is who has no token', async () => {
  const [ada, obi] = [await server().signUp(), await server().signUp()];
  for (const id of [ada.id, 999_999, 0, -1, '1.5', '1e0', 'x', '9'.repeat(40), '%27']) {
    await expectRefused(server(), () => report(ada, id), 404, 'player/unknown');
  }
  await expectRefused(server(), () => report(ada, obi.id, 'rude'), 422, 'request/invalid');
  const body = { reason: 'name' };
  const stranger = () => server().call('POST', `/players/${obi.id}/report`, { body });
  await expectRefused(server(), stranger, 401, 'session/required');
});

test('a deleted account cannot be reported', async () => {
  const [ada, obi] = [await server().signUp(), await server().signUp()];
  await obi.delete('/user', { word: 'DELETE' }, { key: newKey() });
  await expectRefused(server(), () => report(ada, obi.id), 404, 'player/unknown');
});

test('a player reports twenty others a day', async () => {
  const ada = await server().signUp();
  const others: TestPlayer[] = [];
  for (let at = 0; at < 21; at++) others.push(await server().signUp());
  const [last, ...first] = others.reverse() as [TestPlayer, ...TestPlayer[]];
  for (const { id } of first) expect((await report(ada, id)).status).toBe(200);
  await expectRefused(server(), () => report(ada, last.id), 429, 'rate/limited');
  // No new reports of these.
  expect((await report(ada, first[0]?.id ?? 0)).status).toBe(200);
  server().clock.at += DAY_MS;
  expect((await report(ada, last.id)).status).toBe(200);
});

test('a report is kept for a year', async () => {
  const [ada, obi] = [await server().signUp(), await server().signUp()];
  await report(ada, obi.id);
  const log = { error: (_: unknown, what?: string) => expect(what).toBeUndefined() };
  server().clock.at += 365 * DAY_MS;
  await sweep(server().services, log as never);
  expect(await reportsOf(obi)).toHaveLength(1);
  server().clock.at += 1000;
  await sweep(server().services, log as never);
  expect(await reportsOf(obi)).toEqual([]);
});
