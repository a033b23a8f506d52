import { expect, test } from 'vitest';
import { seededNumbers } from '../../../question-bank/reader/seeded-numbers.ts';
import { buildBank } from '../../support/bank.ts';
import { openedRun, Phone, runner } from '../../support/rush.ts';
import { sumsOf } from '../../support/rush-books.ts';
import { tryEverything } from '../../support/rush-cheat.ts';
import { testServer } from '../../support/server.ts';

/** `RUSH_RUNS=1000` plays as many (testing.md#stages). */
const RUNS = Number(process.env.RUSH_RUNS ?? 100);

/** A player meets no question again, so that the reserve has new ones for so many runs. */
const RUNS_A_PLAYER = 5;

const server = testServer({ bank: buildBank(Math.max(200, RUNS / 3)) });

test(
  `of ${RUNS} runs in which everything is tried none has a point too many, and no reply an answer too early`,
  async () => {
    const chance = seededNumbers(20_261_123);
    const { run: foreign } = await openedRun(server());
    let [tries, points] = [0, 0];
    for (let played = 0; played < RUNS; played += RUNS_A_PLAYER) {
      const player = await runner(server(), RUNS_A_PLAYER);
      const phone = new Phone(player);
      let [refused, wins] = [0, 0];
      let ended: string | null = null;
      for (let count = 0; count < RUNS_A_PLAYER; count += 1) {
        const tried = await tryEverything(phone, chance, { foreign, ended });
        expect(tried.faults).toEqual([]);
        expect(tried.wins).toBeLessThanOrEqual(240);
        [refused, wins, ended] = [refused + tried.refused, wins + tried.wins, tried.run];
      }
      const sums = { tickets: 0, open: 0, counted: RUNS_A_PLAYER, void: 0 };
      expect(await sumsOf(player)).toEqual({ ...sums, points: wins, board: wins });
      const noted = await server()
        .db.selectFrom('rush_attempts')
        .select('id')
        .where('player_id', '=', player.id)
        .execute();
      expect(noted).toHaveLength(refused);
      [tries, points] = [tries + refused, points + wins];
    }
    expect(tries).toBeGreaterThan(RUNS);
    expect(points).toBeGreaterThan(15 * RUNS);
  },
  Math.max(60_000, RUNS * 3000),
);
