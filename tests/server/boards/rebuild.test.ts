import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { answersTo } from '../../../scripts/lib/player/player.ts';
import { rebuildBoards } from '../../../server/boards/rebuild.ts';
import { DAY_MS, weekOf } from '../../../src/rules/calendar.ts';
import { testServer } from '../../support/server.ts';

const server = testServer();

const scores = () =>
  server()
    .db.selectFrom('board_scores')
    .selectAll()
    .orderBy('board')
    .orderBy('period_start')
    .orderBy('player_id')
    .execute();

async function someWeeks() {
  server().toNextWeek();
  server().clock.at = weekOf(server().clock.at).endsAt - DAY_MS / 2;
  const [ada, bola] = [await server().veteran(), await server().veteran()];
  await ada.play(3);
  await bola.play(0);
  await bola.play(7);
  const late = await ada.openRound();
  server().clock.at = weekOf(server().clock.at).endsAt + DAY_MS - 1;
  await ada.deliver(late, answersTo(late, 4));
  await (await server().subscriber()).play(2);
}

test('a rebuild from the ledger gives the same boards, and a check says so', async () => {
  await someWeeks();
  const before = await scores();
  expect(before.length).toBeGreaterThan(4);
  const rebuilt = await rebuildBoards(server().db, false);
  expect(rebuilt).toMatchObject({ scores: before.length, differences: [], miscounted: 0 });
  expect(rebuilt.results).toBeGreaterThan(3);
});

test('an error on a board is named by a check and corrected by a rebuild only', async () => {
  await someWeeks();
  const right = await scores();
  const [changed, removed] = right;
  if (!changed || !removed) throw new Error('there are scores');
  const at = ({ board, period_start, player_id }: typeof changed) =>
    sql<boolean>`board = ${board} and period_start = ${period_start} and player_id = ${player_id}`;
  const { db } = server();
  await db.updateTable('board_scores').set({ points: 999 }).where(at(changed)).execute();
  await db.deleteFrom('board_scores').where(at(removed)).execute();
  await db
    .insertInto('board_scores')
    .values({ ...changed, period_start: new Date(0) })
    .execute();
  const wrong = await scores();

  const named = (await rebuildBoards(db, false)).differences;
  expect(await scores()).toEqual(wrong);
  const told = named.map(({ startsAt, playerId, onBoard, inLedger }) => [
    startsAt,
    playerId,
    onBoard,
    inLedger,
  ]);
  expect(told).toEqual([
    [0, changed.player_id, changed.points, null],
    [changed.period_start.getTime(), changed.player_id, 999, changed.points],
    [removed.period_start.getTime(), removed.player_id, null, removed.points],
  ]);

  expect((await rebuildBoards(db, true)).differences).toEqual(named);
  expect(await scores()).toEqual(right);
  expect(await rebuildBoards(db, false)).toMatchObject({ differences: [], miscounted: 0 });
});

test('players who are counted wrong are found and counted again', async () => {
  await someWeeks();
  const { db } = server();
  await db.updateTable('board_points').set({ players: 77 }).execute();
  await db.deleteFrom('board_slices').execute();
  expect((await rebuildBoards(db, false)).miscounted).toBeGreaterThan(1);
  await rebuildBoards(db, true);
  expect(await rebuildBoards(db, false)).toMatchObject({ differences: [], miscounted: 0 });
});

test('results that come while the boards are put right are on them', async () => {
  await someWeeks();
  const { db } = server();
  await db.updateTable('board_scores').set({ points: 999 }).execute();
  const players = [
    await server().subscriber(),
    await server().subscriber(),
    await server().subscriber(),
  ];
  const rounds = await Promise.all(players.map((player) => player.openRound()));
  await Promise.all([
    rebuildBoards(db, true),
    ...players.map((player, index) => {
      const round = rounds[index];
      if (!round) throw new Error('each player has a round');
      return player.deliver(round, answersTo(round, 4));
    }),
  ]);
  expect(await rebuildBoards(db, false)).toMatchObject({ differences: [], miscounted: 0 });
  for (const player of players) expect(await player.user()).toMatchObject({ highScore: 20 });
});
