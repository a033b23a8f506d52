import { describe, expect, test } from 'vitest';
import { sweep } from '../../../server/upkeep/sweep.ts';
import { buildBank } from '../../support/bank.ts';
import { processesOf } from '../../support/killed-process.ts';
import { openedRun, Phone } from '../../support/rush.ts';
import { sumsOf } from '../../support/rush-books.ts';
import { secondServer } from '../../support/second-server.ts';
import { newKey, testServer } from '../../support/server.ts';
import { TEST_DATABASE_URL } from '../../support/test-database.ts';
import { TestPlayer } from '../../support/test-player.ts';

const server = testServer({ bank: buildBank(200) });

describe('killed processes', { tags: ['once'] }, () => {
  test.skipIf(TEST_DATABASE_URL === '')(
    'processes that are killed as they give tickets back for an outage give each back once',
    async () => {
      const { db, clock, services, app } = server();
      const start = await processesOf(server());
      const sweeping = start(3);
      const opened = [await openedRun(server()), await openedRun(server())];
      const starts_at = new Date(clock.at);
      clock.at += 10 * 60_000;
      await db
        .insertInto('outages')
        .values({ starts_at, ends_at: new Date(clock.at) })
        .execute();
      await Promise.all(sweeping.map((one, nth) => one.work('sweep', clock.at, 7 + nth * 4)));
      expect(sweeping.filter(({ wasKilled }) => wasKilled)).toHaveLength(3);
      await Promise.all([sweep(services, app.log), sweep(services, app.log)]);
      for (const { player } of opened) {
        expect(await sumsOf(player)).toMatchObject({ void: 1, counted: 0, open: 0, tickets: 1 });
      }
    },
  );
});

test("either of two processes continues the other's run", async () => {
  const { player, phone, run } = await openedRun(server());
  const twin = await secondServer(server());
  const other = new Phone(new TestPlayer(twin, player.id, player.phone, player.token));
  await phone.right(run, 2);
  const { answer } = await other.cheat(run);
  const key = newKey();
  const first = await other.answer(run, { level: 3, choice: answer }, key);
  expect(first.body.data).toMatchObject({ verdict: 'right', score: 45 });
  const again = await phone.answer(run, { level: 3, choice: answer }, key);
  expect(again.body.data).toEqual(first.body.data);
  expect((await other.current()).question).toEqual((await phone.current()).question);
  await twin.close();
});
