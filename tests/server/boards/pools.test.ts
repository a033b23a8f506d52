import { describe, expect, test } from 'vitest';
import { answersTo } from '../../../scripts/lib/player/player.ts';
import { rebuildBoards } from '../../../server/boards/rebuild.ts';
import type { NetworkId } from '../../../src/rules/networks.ts';
import { COIN_TIERS } from '../../../src/rules/scoring.ts';
import { buildBank } from '../../support/bank.ts';
import { RANKINGS } from '../../support/rankings.ts';
import { Phone, runner } from '../../support/rush.ts';
import { testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';

const WEEK = '/points';
const MONTH = '/points/monthly';
const DAY = '/points/tournament/leaderboard';

describe.each(RANKINGS)('boards per pool, ranked by $ranking', ({ env }) => {
  const server = testServer({ env, bank: buildBank(200) });

  /** Makes a player one of the network's. */
  async function join(network: NetworkId, player: TestPlayer): Promise<TestPlayer> {
    const { db } = server();
    await db.updateTable('players').set({ network }).where('id', '=', player.id).execute();
    return player;
  }

  async function board(player: TestPlayer, path: string) {
    const { data } = (await player.get(path)).body as {
      data: { leaderBoard: { userId: string; highScore: number }[]; position: number | null };
    };
    const rows = data.leaderBoard.map(({ userId, highScore }) => [Number(userId), highScore]);
    return { rows, place: data.position };
  }

  const scoresAreTheLedgers = async () =>
    expect(await rebuildBoards(server().db, false)).toMatchObject({
      differences: [],
      miscounted: 0,
    });

  test('players of glo and all others have boards of their own', async () => {
    server().toNextWeek();
    const [ada, bola] = [await server().subscriber(), await server().subscriber()];
    const glo = await (await server().signUp({ phone: '08050000155' })).subscribe();
    await ada.play(3);
    await glo.play(9);
    await bola.play(5);
    for (const path of [WEEK, MONTH]) {
      const shared = [
        [bola.id, 25],
        [ada.id, 15],
      ];
      expect(await board(ada, path)).toEqual({ rows: shared, place: 2 });
      expect(await board(bola, path)).toEqual({ rows: shared, place: 1 });
      expect(await board(glo, path)).toEqual({ rows: [[glo.id, 45]], place: 1 });
    }
    await scoresAreTheLedgers();
  });

  test("a rebuild moves scores from another pool's board to their own", async () => {
    server().toNextWeek();
    const ada = await server().subscriber();
    const glo = await join('glo', await server().subscriber());
    await ada.play(3);
    await glo.play(9);
    const { db, ranking } = server();
    await db
      .updateTable('board_scores')
      .set({ pool: 'all' })
      .where('player_id', '=', glo.id)
      .execute();
    await ranking.forget();
    expect(await board(ada, WEEK)).toMatchObject({ place: 2 });
    expect(await board(glo, WEEK)).toEqual({ rows: [], place: null });
    const { differences } = await rebuildBoards(db, true);
    expect(differences.map(({ pool, playerId, onBoard }) => [pool, playerId, onBoard])).toEqual(
      ['monthly', 'weekly'].flatMap(() => [
        ['all', glo.id, 45],
        ['glo', glo.id, null],
      ]),
    );
    await ranking.forget();
    expect(await board(ada, WEEK)).toEqual({ rows: [[ada.id, 15]], place: 1 });
    expect(await board(glo, WEEK)).toEqual({ rows: [[glo.id, 45]], place: 1 });
    await scoresAreTheLedgers();
  });

  test('a day of the tournament is played for within the pool', async () => {
    server().toNextWeek();
    const ada = await runner(server());
    const glo = await join('glo', await runner(server()));
    for (const [player, levels] of [
      [ada, 1],
      [glo, 2],
    ] as const) {
      const phone = new Phone(player);
      const run = await phone.begin();
      await phone.right(run, levels);
      await phone.leave(run);
    }
    for (const path of [DAY, `${DAY}?tier=1`]) {
      expect(await board(ada, path)).toEqual({ rows: [[ada.id, 15]], place: 1 });
      expect(await board(glo, path)).toEqual({ rows: [[glo.id, 30]], place: 1 });
    }
    await scoresAreTheLedgers();
  });

  test('a result counts in the pool that its round was issued in, and the tier keeps all of them', async () => {
    server().toNextWeek();
    const player = await join('glo', await server().subscriber());
    const rival = await join('glo', await server().subscriber());
    await rival.play(2);
    const round = await player.openRound();
    await join('all', player);
    await player.deliver(round, answersTo(round, 4));
    expect(await board(player, WEEK)).toEqual({ rows: [], place: null });
    expect((await board(rival, WEEK)).rows).toEqual([
      [player.id, 20],
      [rival.id, 10],
    ]);
    await scoresAreTheLedgers();

    const [, second] = COIN_TIERS;
    const atGlo = second.fromPoints - 10;
    await server()
      .db.updateTable('board_scores')
      .set({ points: atGlo })
      .where('player_id', '=', player.id)
      .where('board', '=', 'weekly')
      .execute();
    await player.play(2);
    expect((await board(player, WEEK)).rows).toEqual([[player.id, 10]]);
    expect(await player.user()).toMatchObject({ highScore: second.fromPoints });
    const { round: dearer } = await player.openRound();
    expect(dearer.terms.coinsPerQuestion).toBe(second.easy);
  });

  test('a run counts in the pool that it was opened in', async () => {
    server().toNextWeek();
    const player = await join('glo', await runner(server()));
    const phone = new Phone(player);
    const run = await phone.begin();
    await join('all', player);
    await phone.right(run, 2);
    await phone.leave(run);
    expect(await board(player, DAY)).toEqual({ rows: [], place: null });
    await join('glo', player);
    expect(await board(player, DAY)).toEqual({ rows: [[player.id, 30]], place: 1 });
  });
});
