import fastify from 'fastify';
import { sql } from 'kysely';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { openSignatures } from '../../../server/crypto/signatures.ts';
import type { Db } from '../../../server/database/tables.ts';
import type { App } from '../../../server/http/serve.ts';
import { beat, heartbeat, wasOutage, watchCalls } from '../../../server/rush/outages.ts';
import { sweep } from '../../../server/upkeep/sweep.ts';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { buildBank } from '../../support/bank.ts';
import { openedRun } from '../../support/rush.ts';
import { sumsOf } from '../../support/rush-books.ts';
import { newKey, testServer } from '../../support/server.ts';

describe('an outage', () => {
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
    expect((await phone.leave(run)).body.data).toMatchObject({
      ended: 'timeout',
      ticketBack: true,
    });
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
});

describe('outages made by a player', () => {
  const server = testServer({ bank: buildBank(200) });
  afterEach(() => {
    vi.useRealTimers();
  });

  const SILENT_MS = 20_000;

  /** The address that `openedRun` plays from. */
  const HOME = '127.0.0.1';

  /** The calls of a player before the server went silent; `null` has no token. */
  type Caller = {
    id: number | null;
    from?: string;
    calls?: number;
    servedAfterMs?: number;
    status?: number;
  };

  /** A server of its own, with its calls watched. */
  async function watchedServer() {
    const app = fastify() as unknown as App;
    app.decorateRequest('session', null);
    const calls = watchCalls(app);
    app.addHook('preValidation', async (request) => {
      const id = Number(request.headers.authorization);
      request.session = id ? ({ playerId: id } as typeof request.session) : null;
    });
    app.get('/', { config: { endpoint: {} as never } }, (request, reply) =>
      reply.code(Number(request.headers.status)).send(),
    );
    const call = async ({
      id,
      from = `198.51.100.${id}`,
      calls: count = 5,
      status = 200,
    }: Caller) => {
      const headers = { authorization: String(id ?? ''), status: String(status) };
      const sent = { method: 'GET', url: '/', remoteAddress: from, headers } as const;
      for (let done = 0; done < count; done += 1) await app.inject(sent);
    };
    return { calls, call };
  }

  /** The database, with a heartbeat that is as old as the silence once the server beats again. */
  function silentBefore(db: Db): Db {
    const execute = (work: (trx: Db) => Promise<unknown>) =>
      db.transaction().execute(async (trx) => {
        const secs = SILENT_MS / 1000;
        await sql`update heartbeat set at = clock_timestamp() - make_interval(secs => ${secs})`.execute(
          trx,
        );
        return work(trx);
      });
    return new Proxy(db, {
      get: (whole, part) => {
        const value = Reflect.get(whole, part);
        if (part === 'transaction') return () => ({ execute });
        return typeof value === 'function' ? value.bind(whole) : value;
      },
    });
  }

  /** The server goes silent for 20 s of the game's time, after and while these have called. */
  async function goSilent(callers: Caller[], before = async (_beating: () => Promise<void>) => {}) {
    const { db, clock } = server();
    vi.useFakeTimers({ toFake: ['Date'] });
    const sign = await openSignatures(db);
    const { calls, call } = await watchedServer();
    let isThere = true;
    const gone = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    const silent = silentBefore(db);
    const flaky = new Proxy(db, {
      get: (whole, part) => {
        if (!isThere) throw gone;
        const value = Reflect.get(part === 'transaction' ? silent : whole, part);
        return typeof value === 'function' ? value.bind(whole) : value;
      },
    });
    const beating = heartbeat({ db: flaky, sign }, calls);
    await beating();
    for (const one of callers) await call(one);
    const from = Date.now();
    for (const one of callers) {
      if (one.servedAfterMs === undefined) continue;
      vi.setSystemTime(from + one.servedAfterMs);
      await call({ ...one, calls: 1 });
    }
    vi.setSystemTime(from + SILENT_MS);
    isThere = false;
    await before(beating);
    isThere = true;
    await beating();
    vi.useRealTimers();
    const [starts_at, ends_at] = [new Date(clock.at), new Date(clock.at + SILENT_MS)];
    const { id } = await db
      .selectFrom('outages')
      .select('id')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    await db.updateTable('outages').set({ starts_at, ends_at }).where('id', '=', id).execute();
    clock.at += SILENT_MS;
  }

  /** This many other players, each at an address of their own. */
  async function others(count: number, more: Partial<Caller> = {}): Promise<Caller[]> {
    const players = [];
    for (let made = 0; made < count; made += 1) players.push(await server().signUp());
    return players.map(({ id }) => ({ id, ...more }));
  }

  /** Whether a run whose clock ran out in the silence returned its ticket. */
  async function ticketBack({ phone, run }: Awaited<ReturnType<typeof openedRun>>) {
    const { body } = await phone.timeOut(run, 1);
    return (body.data as { ticketBack: boolean }).ticketBack;
  }

  test('a player who floods the server during a run gets no ticket back, though others had no answer', async () => {
    const opened = await openedRun(server());
    await goSilent([...(await others(3)), { id: opened.player.id, from: HOME, calls: 200 }]);
    expect(await ticketBack(opened)).toBe(false);
    expect(await sumsOf(opened.player)).toMatchObject({ counted: 1, void: 0, tickets: 0 });
  });

  test('nor who floods it without a token, from where they play', async () => {
    const opened = await openedRun(server());
    const { id } = opened.player;
    await goSilent([
      ...(await others(3)),
      { id, from: HOME },
      { id: null, from: HOME, calls: 300 },
    ]);
    expect(await ticketBack(opened)).toBe(false);
  });

  test('an outage that others saw gives the ticket back, also where somebody else flooded the server', async () => {
    const opened = await openedRun(server());
    const flood = { id: null, from: '203.0.113.7', calls: 300 };
    await goSilent([...(await others(3)), { id: opened.player.id, from: HOME }, flood]);
    expect(await ticketBack(opened)).toBe(true);
    expect(await sumsOf(opened.player)).toMatchObject({ void: 1, tickets: 1 });
  });

  test.each([
    ['were answered all the while', 3, { servedAfterMs: 3000 }, false],
    ['had an answer after six seconds', 3, { servedAfterMs: 6000 }, true],
    ['were told after three that we failed', 3, { servedAfterMs: 3000, status: 503 }, true],
    ['were one alone', 1, {}, false],
    ['were at the same address', 5, { from: HOME }, false],
    ['were at the same address, which is a carrier’s', 20, { from: HOME }, true],
  ] as const)(
    'where the others %s (%i of them, %j), the ticket is back: %j',
    async (_what, count, more, isBack) => {
      const opened = await openedRun(server());
      await goSilent([...(await others(count, more)), { id: opened.player.id, from: HOME }]);
      expect(await ticketBack(opened)).toBe(isBack);
    },
  );

  test.each([
    [2, 2, true],
    [2, 3, false],
  ])(
    'where %i others had no answer and %i had one, the ticket is back: %j',
    async (without, answered, isBack) => {
      const opened = await openedRun(server());
      const witnesses = await others(without);
      await goSilent([...witnesses, ...(await others(answered, { servedAfterMs: 3000 }))]);
      expect(await ticketBack(opened)).toBe(isBack);
    },
  );

  test('a player’s other accounts on the same phone are no others', async () => {
    const { db } = server();
    const opened = await openedRun(server());
    const rest = await others(2);
    const device = newKey();
    await db
      .updateTable('rush_runs')
      .set({ device_hash: device })
      .where('id', '=', opened.run)
      .execute();
    for (const { id } of rest) {
      const { run } = await openedRun(server());
      await db
        .updateTable('rush_runs')
        .set({ device_hash: device, player_id: Number(id) })
        .where('id', '=', run)
        .execute();
    }
    await goSilent(rest);
    expect(await ticketBack(opened)).toBe(false);
  });

  test('where nobody else was there the server’s own record counts: no database, or no server', async () => {
    const alone = await openedRun(server());
    await goSilent([{ id: alone.player.id, from: HOME }]);
    expect(await ticketBack(alone)).toBe(false);
    const withoutDatabase = await openedRun(server());
    await goSilent([], (beating) => expect(beating()).rejects.toThrow('refused'));
    expect(await ticketBack(withoutDatabase)).toBe(true);
    const { was_down } = await server()
      .db.selectFrom('outages')
      .select('was_down')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(was_down).toBe(true);
  });

  test('while it is not known yet who was there nothing is judged: the same call again asks again', async () => {
    const judging = server()
      .db.transaction()
      .execute(async (trx) => {
        await sql`update heartbeat set at = clock_timestamp() - interval '40 seconds'`.execute(trx);
        return wasOutage(trx, 1, Date.now() - 30_000, Date.now());
      });
    await expect(judging).rejects.toMatchObject({ statusCode: 503, code: 'server/unavailable' });
  });

  test('records of connected players are kept for a day, and deleted with an account', async () => {
    const { db, clock, services, app } = server();
    await db.deleteFrom('outage_calls').execute();
    const [gone, stays] = [await server().signUp(), await server().signUp()];
    await goSilent([{ id: gone.id }, { id: stays.id }]);
    const playersSeen = async () => {
      const rows = await db
        .selectFrom('outage_calls')
        .select('player_id')
        .where('player_id', 'is not', null)
        .execute();
      return rows.map(({ player_id }) => player_id);
    };
    expect(await playersSeen()).toHaveLength(2);
    await gone.delete('/user', { word: 'DELETE' }, { key: newKey() });
    expect(await playersSeen()).toEqual([stays.id]);
    clock.at += DAY_MS + 1;
    await sweep(services, app.log);
    expect(await db.selectFrom('outage_calls').selectAll().execute()).toEqual([]);
  });
});
