// @module-tag once
import { expect, test, vi } from 'vitest';
import { answersTo, type OpenRound } from '../../../scripts/lib/player/player.ts';
import { sweep } from '../../../server/upkeep/sweep.ts';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { forceWallet } from '../../support/force-wallet.ts';
import { newKey, testServer } from '../../support/server.ts';

const server = testServer();

const afterDeadline = ({ round }: OpenRound) => Date.parse(round.deliverBy) + 1;

test('a round that never came back frees all it held; its play stays used', async () => {
  const player = await server().veteran();
  const round = await player.openRound('hard');
  server().clock.at = afterDeadline(round) - 1;
  await sweep(server().services, server().app.log);
  expect(await player.wallet()).toEqual({ coins: 800, held: 200 });
  server().clock.at += 1;
  await sweep(server().services, server().app.log);
  expect(await player.wallet()).toEqual({ coins: 1000, held: 0 });
  const plays = await server()
    .db.selectFrom('plays')
    .selectAll()
    .where('player_id', '=', player.id)
    .execute();
  expect(plays).toMatchObject([{ is_open: false }]);
});

test('looking at the player frees what is overdue, without waiting for the sweep', async () => {
  const player = await server().veteran();
  server().clock.at = afterDeadline(await player.openRound('hard'));
  expect(await player.user()).toMatchObject({ pointBalance: 1000 });
});

test('opening a round frees what is overdue first', async () => {
  const player = await server().veteran();
  const first = await player.openRound('hard');
  await forceWallet(server().db, player.id, { coins: 0 });
  server().clock.at = afterDeadline(first);
  await player.openRound('hard');
  expect(await player.wallet()).toEqual({ coins: 0, held: 200 });
});

test('a round is freed once, however many sweeps and looks there are at once', async () => {
  const player = await server().veteran();
  server().clock.at = afterDeadline(await player.openRound('hard'));
  await Promise.all([
    sweep(server().services, server().app.log),
    sweep(server().services, server().app.log),
    player.user(),
    player.user(),
  ]);
  expect(await player.wallet()).toEqual({ coins: 1000, held: 0 });
});

test('a late result and the sweep at once: the coins come back once, and no points', async () => {
  const player = await server().veteran();
  const round = await player.openRound('hard');
  server().clock.at = afterDeadline(round);
  const [reply] = await Promise.all([
    player.deliver(round, answersTo(round)),
    sweep(server().services, server().app.log),
  ]);
  expect(reply).toMatchObject({ status: 410, body: { code: 'round/expired' } });
  await sweep(server().services, server().app.log);
  expect(await player.wallet()).toEqual({ coins: 1000, held: 0 });
  expect(await player.user()).toMatchObject({ highScore: 0 });
});

test('a player whose rounds cannot be freed keeps the sweep from nothing else', async () => {
  const [broken, other] = [await server().veteran(), await server().veteran()];
  await broken.openRound('hard');
  const round = await other.openRound('hard');
  const { db, app } = server();
  const held = (coins: number) => forceWallet(db, broken.id, { held: coins });
  await held(0);
  await broken.get('/user/reduce-play', { key: newKey() });
  server().clock.at = afterDeadline(round) + 90 * DAY_MS;
  const logged = vi.spyOn(app.log, 'error').mockImplementation(() => {});
  await sweep(server().services, app.log);
  expect(logged.mock.calls).toEqual([
    [
      { err: expect.objectContaining({ constraint: 'wallets_held_check' }) },
      `expiring the rounds of player ${broken.id} failed`,
    ],
  ]);
  logged.mockRestore();
  expect(await other.wallet()).toEqual({ coins: 1000, held: 0 });
  for (const table of ['idempotency_records', 'sessions'] as const) {
    expect(await db.selectFrom(table).selectAll().execute(), table).toEqual([]);
  }
  await held(200);
  await sweep(server().services, app.log);
  expect(await broken.wallet()).toEqual({ coins: 1000, held: 0 });
});

test('the sweep forgets replies after seven days, and sessions that have ended', async () => {
  const player = await server().subscriber();
  const key = newKey();
  await player.get('/user/reduce-play', { key });
  const count = async (table: 'idempotency_records' | 'sessions') =>
    (await server().db.selectFrom(table).selectAll().execute()).length;
  server().clock.at += 7 * DAY_MS;
  await sweep(server().services, server().app.log);
  expect(await count('idempotency_records')).toBeGreaterThan(0);
  server().clock.at += 1;
  await sweep(server().services, server().app.log);
  expect(await count('idempotency_records')).toBe(0);
  server().clock.at += 61 * DAY_MS;
  await sweep(server().services, server().app.log);
  expect(await count('sessions')).toBe(0);
});
