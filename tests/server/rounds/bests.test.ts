import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { answersTo } from '../../../scripts/lib/player/player.ts';
import { up } from '../../../server/database/migrations/0026-round-bests.ts';
import { testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';

const server = testServer();

async function bestsOf(player: TestPlayer) {
  const { data } = (await player.get('/points/user-points')).body as { data: { bests: unknown } };
  return data.bests;
}

async function playAt(player: TestPlayer, categoryId: string, right: number) {
  const round = await player.openRound('easy', categoryId);
  server().clock.at += 60_000;
  return player.deliver(round, answersTo(round, right));
}

test('the most right answers of each category and level are kept, of counted games alone', async () => {
  const player = await server().subscriber();
  expect(await bestsOf(player)).toEqual([]);
  await playAt(player, 'serie-a', 2);
  await player.play(7);
  await player.play(4);
  await player.play(6, 'medium');
  const left = await player.openRound('hard');
  const bad = await player.deliver(left, answersTo(left, 9).toReversed());
  expect(bad.body.code).toBe('round/bad-transcript');
  const bests = [
    { categoryId: 'la-liga', level: 'easy', right: 7 },
    { categoryId: 'la-liga', level: 'medium', right: 6 },
    { categoryId: 'serie-a', level: 'easy', right: 2 },
  ];
  expect(await bestsOf(player)).toEqual(bests);

  // Results from before there were bests are found in the rounds.
  const { db } = server();
  await sql`drop table round_bests`.execute(db);
  await up(db as unknown as Kysely<unknown>);
  expect(await bestsOf(player)).toEqual(bests);
});
