import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { beat, heartbeat, wasOutage } from '../../../server/rush/outages.ts';
import { sweep } from '../../../server/upkeep/sweep.ts';
import { buildBank } from '../../support/bank.ts';
import { openedRun } from '../../support/rush.ts';
import { sumsOf } from '../../support/rush-books.ts';
import { newKey, testServer } from '../../support/server.ts';

const server = testServer({ bank: buildBank(200) });

/** The game is out of reach for this long from now, by the test's clock. */
async function goDown(ms: number): Promise<void> {
  const from = server().clock.at;
  server().clock.at += ms;
  await server()
    .db.insertInto('outages')
    .values({ starts_at: new Date(from), ends_at: new Date(server().clock.at) })
    .execute();
}

test('a level that ran out while the game was out of reach gives the ticket back, once', async () => {
  const { player, phone, run } = await openedRun(server());
  await phone.right(run, 5);
  server().clock.at += 3000;
  await goDown(20_000);
  const { answer } = await phone.cheat(run);
  const key = newKey();
  const reply = await phone.answer(run, { level: 6, choice: answer }, key);
  expect(reply.body.data).toMatchObject({
    verdict: 'timeout',
    ended: 'timeout',
    score: 0,
    ticketBack: true,
  });
  const void_ = { tickets: 1, open: 0, counted: 0, void: 1, points: 0, board: 0 };
  expect(await sumsOf(player)).toEqual(void_);
  const again = await phone.answer(run, { level: 6, choice: answer }, key);
  expect(again.body.data).toEqual(reply.body.data);
  expect((await phone.leave(run)).body.data).toMatchObject({
    awarded: { points: 0, coins: 0 },
    ended: 'timeout',
    ticketBack: true,
  });
  expect(await sumsOf(player)).toEqual(void_);
});

test('the ticket that came back is played like any other', async () => {
  const { player, phone, run } = await openedRun(server());
  await goDown(20_000);
  await phone.timeOut(run, 1);
  const next = await phone.begin();
  await phone.right(next, 2);
  await phone.leave(next);
  expect(await sumsOf(player)).toMatchObject({ tickets: 0, void: 1, counted: 1, points: 30 });
});

test('a run of who got a third ticket back within a day is flagged: one ticket plays for ever', async () => {
  const { player, phone, run } = await openedRun(server());
  const flagsOf = async (id: string) => {
    const runs = server().db.selectFrom('rush_runs').select('flags').where('id', '=', id);
    return (await runs.executeTakeFirstOrThrow()).flags;
  };
  let open = run;
  for (const voids of [1, 2, 3]) {
    await goDown(20_000);
    await phone.timeOut(open, 1);
    expect(await sumsOf(player)).toMatchObject({ void: voids });
    expect(await flagsOf(open)).toEqual([]);
    open = await phone.begin();
  }
  await phone.leave(open);
  expect(await flagsOf(open)).toEqual([
    'tickets-back: 3 runs within a day were ended by the game and not counted',
  ]);
});

test('two tickets that came back say nothing', async () => {
  const { player, phone, run } = await openedRun(server());
  let open = run;
  for (const _ of [1, 2]) {
    await goDown(20_000);
    await phone.timeOut(open, 1);
    open = await phone.begin();
  }
  await phone.leave(open);
  const counted = await server()
    .db.selectFrom('rush_runs')
    .select('flags')
    .where('player_id', '=', player.id)
    .where('state', '=', 'counted')
    .execute();
  expect(counted).toEqual([{ flags: [] }]);
});

test('a ticket whose payment was reversed meanwhile is not returned, and the reply does not claim so', async () => {
  const { player, phone, run } = await openedRun(server());
  await server()
    .db.updateTable('rush_tickets')
    .set({ undone_at: new Date(server().clock.at) })
    .where('player_id', '=', player.id)
    .execute();
  await goDown(20_000);
  expect((await phone.timeOut(run, 1)).body.data).toMatchObject({ ticketBack: false });
  expect((await phone.leave(run)).body.data).toMatchObject({ ticketBack: false });
  expect(await sumsOf(player)).toMatchObject({ tickets: 0, void: 1 });
});

test('an outage before the level, or behind its last moment, gives nothing back', async () => {
  const { player, phone, run } = await openedRun(server());
  await phone.right(run);
  await goDown(6000);
  await phone.right(run);
  server().clock.at += 17_750;
  await goDown(6000);
  expect((await phone.timeOut(run, 3)).body.data).toMatchObject({ ticketBack: false, score: 30 });
  expect(await sumsOf(player)).toMatchObject({ counted: 1, tickets: 0 });
});

test('a player who gives up, leaves or answers wrong has played, outage or not', async () => {
  for (const end of ['timeOut', 'leave', 'wrong'] as const) {
    const { player, phone, run } = await openedRun(server());
    await goDown(6000);
    if (end === 'timeOut') await phone.timeOut(run, 1);
    else await phone[end](run);
    expect(await sumsOf(player)).toMatchObject({ counted: 1, void: 0, tickets: 0 });
  }
});

test('leaving a run whose clock ran out meanwhile is a timeout', async () => {
  const { player, phone, run } = await openedRun(server());
  await goDown(60_000);
  expect((await phone.leave(run)).body.data).toMatchObject({ ended: 'timeout', ticketBack: true });
  expect(await sumsOf(player)).toMatchObject({ void: 1, tickets: 1 });
});

test('the sweep ends a run that nobody goes on with, and its points count', async () => {
  const { player, phone, run } = await openedRun(server());
  await phone.right(run, 3);
  server().clock.at += 5 * 60_000;
  await sweep(server().services, server().app.log);
  expect((await phone.current()).run).toMatchObject({ id: run, leftMs: 0 });
  server().clock.at += 60_000;
  await sweep(server().services, server().app.log);
  await sweep(server().services, server().app.log);
  expect(await sumsOf(player)).toMatchObject({ open: 0, counted: 1, points: 45, board: 45 });
  expect((await phone.leave(run)).body.data).toMatchObject({ ended: 'timeout' });
});

test('the sweep gives the ticket back where an outage took the run', async () => {
  const { player } = await openedRun(server());
  await goDown(10 * 60_000);
  await sweep(server().services, server().app.log);
  expect(await sumsOf(player)).toMatchObject({ void: 1, tickets: 1, open: 0 });
});

test('a heartbeat after five seconds of silence notes an outage; before, none', async () => {
  const { db } = server();
  const outages = async (from: number, to: number) => {
    const rows = await db.selectFrom('outages').selectAll().execute();
    const lengths = rows.map(({ starts_at, ends_at }) => ends_at.getTime() - starts_at.getTime());
    return lengths.filter((ms) => ms > from && ms < to).length;
  };
  const silentFor = (seconds: number) =>
    sql`update heartbeat set at = clock_timestamp() - make_interval(secs => ${seconds})`.execute(
      db,
    );
  await beat(db, true);
  await silentFor(1);
  await beat(db, true);
  expect(await outages(0, 5000)).toBe(0);
  await silentFor(300);
  const [ago, now] = [Date.now() - 200_000, Date.now()];
  expect(await wasOutage(db, 1, ago - 600_000, now - 600_000)).toBe(false);
  await Promise.all([beat(db, true), beat(db, true)]);
  expect(await outages(200_000, 400_000)).toBe(1);
  expect(await wasOutage(db, 1, ago, now)).toBe(true);
});

test('only the first of several failing heartbeats is reported', async () => {
  let isDown = true;
  const { db } = server();
  const flaky = new Proxy(db, {
    get: (whole, part) => {
      if (isDown) throw new Error('the database is gone');
      const value = Reflect.get(whole, part);
      return typeof value === 'function' ? value.bind(whole) : value;
    },
  });
  const beating = heartbeat({ db: flaky, sign: () => '' }, { beaten: () => {}, list: () => [] });
  await expect(beating()).rejects.toThrow('gone');
  await beating();
  isDown = false;
  await beating();
  isDown = true;
  await expect(beating()).rejects.toThrow('gone');
});
