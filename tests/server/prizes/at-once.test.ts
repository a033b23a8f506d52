import { expect, test } from 'vitest';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { testServer } from '../../support/server.ts';
import { addAccount, newAccount } from '../accounts/bank-calls.ts';
import { bornOn } from '../payments/spending-limit-calls.ts';
import {
  close,
  goOn,
  hasProved,
  type Inbox,
  killedAfter,
  payDue,
  payoutsOn,
  prizeBooks,
  ready,
  score,
  thisDay,
  thisWeek,
} from './prize-calls.ts';

const PRIZES = JSON.stringify([
  { pool: 'all', board: 'rush', tier: 1, places: 3, naira: 2000 },
  { pool: 'all', board: 'weekly', places: 2, naira: 1000 },
]);

const server = testServer({ env: { PRIZES } });

/** Three processes that pay prizes in the same minute, each killed after this many queries. */
async function threeAtOnce(inbox: Inbox, killed: readonly number[] = []): Promise<void> {
  const { db } = server();
  const sendSms = async (to: string, text: string) => {
    inbox.push({ to, text });
  };
  await Promise.allSettled(
    [0, 1, 2].map((process) => {
      const after = killed[process];
      return payDue(server(), {
        sendSms,
        db: after === undefined ? db : db.withPlugin(killedAfter(after)),
      });
    }),
  );
}

test('three processes that are killed in the middle, 20 times, make one payout of a place', {
  tags: ['once'],
}, async () => {
  server().toNextWeek();
  const players = [];
  for (let at = 0; at < 4; at += 1) {
    const player = await server().signUp();
    await bornOn(player, '1990-05-17');
    await addAccount(player, newAccount());
    players.push(player);
  }
  const inbox: Inbox = [];
  let made = 0;
  for (let time = 1; time <= 20; time += 1) {
    const day = thisDay(server());
    for (const [at, player] of players.entries()) {
      await hasProved(player);
      await score(player, 10 + at, { played: 'rush' });
    }
    close(server(), day);
    await threeAtOnce(inbox, [time, 2 * time + 1, 3 * time + 2]);
    await threeAtOnce(inbox);
    const payouts = await payoutsOn(server(), 'rush', day);
    expect(payouts.map(({ place, state }) => [place, state])).toEqual([
      [1, 'approved'],
      [2, 'approved'],
      [3, 'approved'],
    ]);
    made += payouts.length;
    server().clock.at += DAY_MS;
  }
  expect(await prizeBooks(server())).toEqual({
    'house:prizes': made * 200_000,
    prizes: -made * 200_000,
  });
  // A text may be lost with its process, but none is sent twice.
  const won = inbox.map(({ to, text }) => `${to} ${text}`);
  const most = 20 * 3;
  expect(won.length).toBeGreaterThan(0);
  expect(won.length).toBeLessThanOrEqual(most);
});

test('two prizes of a week that are refused at the same time pay the next two', {
  tags: ['once'],
}, async () => {
  server().toNextWeek();
  const week = thisWeek(server());
  const [first, second] = [await ready(server(), 90), await ready(server(), 80)];
  for (const points of [70, 60, 50]) await ready(server(), points);
  close(server(), week);
  await payDue(server());
  const refused = { event: 'refused', by: 'operator' } as const;
  await Promise.all([goOn(first, refused), goOn(second, refused)]);
  const made = await payoutsOn(server(), 'weekly', week);
  expect(made.map(({ place, state }) => [place, state])).toEqual([
    [1, 'refused'],
    [2, 'refused'],
    [3, 'checking'],
    [4, 'checking'],
  ]);
});
