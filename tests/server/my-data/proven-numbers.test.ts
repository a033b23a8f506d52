import { describe, expect, test } from 'vitest';
import { noteRestore } from '../../../server/database/restores.ts';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { newKey, testServer } from '../../support/server.ts';
import { passChallenge, signUpByCode } from '../../support/sign-in.ts';
import { TestPlayer } from '../../support/test-player.ts';
import { close, payDue, prize, score, thisWeek } from '../prizes/prize-calls.ts';

const MINUTE_MS = 60_000;
const POLICY = { SIGN_IN_POLICY: 'otp', CODES_PER_HOUR: '1000' };
const server = testServer({ env: POLICY });

const remove = (player: TestPlayer) =>
  player.delete('/user', { word: 'DELETE' }, { key: newKey() });

test('with proven numbers a token that replaced an older one is no fresh sign-in', async () => {
  const player = await signUpByCode(server());
  server().clock.at += 8 * DAY_MS;
  const { body } = await player.get(`/user/${player.phone}`);
  const successor = new TestPlayer(server(), player.id, player.phone, String(body.meta?.token));
  expect(successor.token).not.toBe(player.token);
  expect((await remove(successor)).body.code).toBe('user/challenge');
  server().clock.at += MINUTE_MS;
  const proven = await passChallenge(server(), player.phone);
  const fresh = new TestPlayer(server(), player.id, player.phone, String(proven.body.meta?.token));
  server().clock.at += 15 * MINUTE_MS;
  expect((await remove(fresh)).status).toBe(200);
});

test('a number that nobody was seen by for 180 days starts anew, after a new proof', async () => {
  const player = await signUpByCode(server());
  await player.subscribe();
  server().clock.at += 100 * DAY_MS;
  const seen = await passChallenge(server(), player.phone);
  expect(seen.body).toMatchObject({ status: true, data: { id: String(player.id) } });
  server().clock.at += 188 * DAY_MS;
  expect((await player.get(`/user/${player.phone}`)).body.code).toBe('user/challenge');
  const kept = () =>
    server()
      .db.selectFrom('players')
      .select(['username', 'deleted_at'])
      .where('id', '=', player.id)
      .executeTakeFirstOrThrow();
  expect(await kept()).toEqual({ username: 'ada', deleted_at: null });
  server().clock.at += MINUTE_MS;
  const proven = await passChallenge(server(), player.phone);
  expect(proven.body).toMatchObject({ status: false, code: 'user/unknown' });
  expect(await kept()).toMatchObject({ username: 'Deleted player' });
  const fields = { name: 'new', email: 'new@example.com', phone: player.phone, platform: 'rave' };
  const created = await server().call('POST', '/user/', {
    body: { ...fields, proof: proven.body.meta?.proof },
  });
  expect(created.body.data).toMatchObject({
    pointBalance: 0,
    createdAt: new Date(server().clock.at).toISOString(),
  });
});

describe('with a prize that waits to be looked for', () => {
  // Its own clock has no half year of boards to settle.
  const server = testServer({ env: POLICY });

  test('an account that nobody was seen by is not deleted while a prize of it waits to be looked for', async () => {
    server().toNextWeek();
    const week = thisWeek(server());
    const player = await signUpByCode(server());
    await player.subscribe();
    await score(player, 100);
    close(server(), week);
    await payDue(server());
    expect((await prize(player)).state).toBe('held');
    const { db, clock } = server();
    await noteRestore(db, clock.at);
    clock.at += 188 * DAY_MS;
    const refused = await passChallenge(server(), player.phone);
    expect(refused).toMatchObject({ status: 503, body: { code: 'server/unavailable' } });
    expect((await prize(player)).state).toBe('held');
    await db
      .updateTable('payouts')
      .set({ searched_at: new Date(clock.at) })
      .execute();
    clock.at += MINUTE_MS;
    const proven = await passChallenge(server(), player.phone);
    expect(proven.body.code).toBe('user/unknown');
    expect((await prize(player)).state).toBe('lapsed');
  });
});
