import { connect, createServer, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { ALL_POINTS, creditBoards, readBoard } from '../../../server/boards/boards.ts';
import { openRanking, type Ranking } from '../../../server/boards/ranking.ts';
import { replicaRanking } from '../../../server/boards/replica-ranking.ts';
import { type SetStore, sortedSetRanking } from '../../../server/boards/sorted-set.ts';
import { StartError } from '../../../server/config/start-error.ts';
import { connectPostgres } from '../../../server/database/postgres.ts';
import { connectStore } from '../../../server/database/store-connection.ts';
import type { Db, OpenDatabase } from '../../../server/database/tables.ts';
import { dayOf, weekOf } from '../../../src/rules/calendar.ts';
import { type DatabaseRelay, startDatabaseRelay } from '../../support/database-relay.ts';
import { openBoards, TEST_RANK_URL } from '../../support/rankings.ts';
import { createMigratedDatabase, TEST_DATABASE_URL } from '../../support/test-database.ts';

const NOW = Date.parse('2026-11-18T11:00:00Z');

const { startsAt } = dayOf(NOW);

/** A connection to the store that can be cut. */
async function openLine() {
  const { hostname, port } = new URL(TEST_RANK_URL);
  const sockets = new Set<Socket>();
  const gates = new Map<PassThrough, Socket>();
  let heard = 0;
  const relay = createServer((near) => {
    const far = connect(Number(port || 6379), hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    }
    const gate = new PassThrough();
    gates.set(gate, far);
    near.on('data', () => {
      heard += 1;
    });
    near.pipe(gate).pipe(far).pipe(near);
  });
  const listen = (at: number) =>
    new Promise<number>((resolve) => {
      relay.listen(at, '127.0.0.1', () => resolve((relay.address() as { port: number }).port));
    });
  const own = await listen(0);
  return {
    url: `redis://127.0.0.1:${own}`,
    /** Nothing is refused, and nothing arrives. */
    stall: () => {
      for (const [gate, far] of gates) gate.unpipe(far);
    },
    flow: () => {
      for (const [gate, far] of gates) gate.pipe(far);
    },
    /** The number of messages to the store, arrived or not. */
    heard: () => heard,
    cut: () => {
      relay.close();
      for (const socket of sockets) socket.destroy();
    },
    restore: () => listen(own),
  };
}

async function open() {
  const boards = await openBoards();
  const line = await openLine();
  const client = await connectStore(line.url);
  const store: SetStore = { client, root: `{test:${crypto.randomUUID()}}` };
  const warned: object[] = [];
  const ranking = sortedSetRanking(store, boards.db, { warn: (what) => warned.push(what) });
  onTestFinished(async () => {
    await ranking.forget();
    await ranking.close();
    await boards.close();
    line.cut();
  });
  const [ada = 0, bola = 0] = await boards.addPlayers(['ada', 'bola']);
  const earn = (playerId: number, points: number) =>
    boards.db.transaction().execute((trx) =>
      creditBoards(trx, ranking, {
        playerId,
        pool: 'all',
        played: 'rush',
        points,
        issuedAt: NOW,
        arrivedAt: NOW,
      }),
    );
  const own = async (playerId: number, of: Pick<Ranking, 'read'> = ranking) => {
    const ask = {
      board: 'rush',
      pool: 'all',
      startsAt,
      range: ALL_POINTS,
      rows: 50,
      around: 2,
    } as const;
    return (await of.read({ ...ask, playerId })).own;
  };
  return { boards, line, store, warned, ranking, ada, bola, earn, own };
}

/** A store that gives this error to every client. */
async function storeThatSays(error: string): Promise<string> {
  const store = createServer((socket) => {
    socket.on('error', () => {}).on('data', () => socket.write(`-${error}\r\n`));
  });
  await new Promise<void>((resolve) => store.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void store.close());
  return `redis://:a-password@127.0.0.1:${(store.address() as { port: number }).port}/3`;
}

test('a store that does not take us is refused, and one that has too many clients waited for', async () => {
  const refusals = [
    'WRONGPASS invalid username-password pair or user is disabled.',
    'ERR AUTH <password> called without any password configured for the default user.',
    'ERR DB index is out of range',
  ];
  const told: string[] = [];
  const come = async (error: string) =>
    connectStore(await storeThatSays(error), (what) => told.push(what));
  // All at once: each is tried for some seconds.
  const waited = come('ERR max number of clients reached');
  const refused = await Promise.allSettled(refusals.map(come));
  expect(refused.map((one) => one.status === 'rejected' && one.reason)).toEqual(
    refusals.map(() => expect.any(StartError)),
  );
  (await waited).destroy();
  expect(told).toEqual([expect.stringContaining('max number of clients reached')]);
}, 20_000);

describe.skipIf(TEST_RANK_URL === '')('sorted sets', () => {
  test('while the store does not answer the database does, and nothing is lost for after', async () => {
    const { line, store, warned, ada, bola, earn, own } = await open();
    await earn(ada, 10);
    expect(await own(ada)).toEqual({ points: 10, place: 1 });
    expect(warned).toEqual([]);

    line.cut();
    await earn(bola, 20);
    expect(await own(ada)).toEqual({ points: 10, place: 2 });
    expect(warned.length).toBeGreaterThan(0);

    await line.restore();
    await expect
      .poll(() => store.client.ping().catch(() => null), { timeout: 10_000 })
      .toBe('PONG');
    warned.length = 0;
    expect(await own(ada)).toEqual({ points: 10, place: 2 });
    expect(await own(bola)).toEqual({ points: 20, place: 1 });
    expect(warned).toEqual([]);
  });

  test('a store that has lost its sets is filled again', async () => {
    const { store, warned, ada, bola, earn, own } = await open();
    await earn(ada, 10);
    await earn(bola, 20);
    expect(await own(ada)).toEqual({ points: 10, place: 2 });
    for await (const keys of store.client.scanIterator({ MATCH: `${store.root}*` })) {
      if (keys.length > 0) await store.client.unlink(keys);
    }
    expect(await own(ada)).toEqual({ points: 10, place: 2 });
    expect(warned).toEqual([]);
  });

  test('a store that hangs is not waited for', async () => {
    const { line, warned, ada, earn, own } = await open();
    await earn(ada, 10);
    expect(await own(ada)).toEqual({ points: 10, place: 1 });
    line.stall();
    expect(await own(ada)).toEqual({ points: 10, place: 1 });
    expect(warned.length).toBe(1);
    line.flow();
  });

  test('a set that was lost while it was filled does not count as whole', async () => {
    const { boards, store, ada, bola, earn, own } = await open();
    await earn(ada, 10);
    await earn(bola, 20);
    // The notes are gone, so that a fill alone brings them.
    await boards.db.deleteFrom('board_changes').execute();
    const { zAdd } = store.client;
    let puts = 0;
    const putAndLose = async (...args: Parameters<typeof zAdd>) => {
      puts += 1;
      const reply = await zAdd.apply(store.client, args);
      // The second one holds the players.
      if (puts === 2) await store.client.unlink(String(args[0]));
      return reply;
    };
    Object.assign(store.client, { zAdd: putAndLose });
    expect(await own(ada)).toEqual({ points: 10, place: 2 });
    expect(puts).toBe(2);
    expect(await own(ada)).toEqual({ points: 10, place: 2 });
    expect(puts).toBe(4);
  });

  test('after some failures in a row no answer waits for a store that hangs', async () => {
    const { line, warned, ada, earn, own } = await open();
    await earn(ada, 10);
    line.stall();
    for (const _failure of [1, 2, 3]) await own(ada);
    expect(warned).toHaveLength(3);
    const before = line.heard();
    expect(before).toBeGreaterThan(0);
    for (let read = 0; read < 20; read += 1) {
      expect(await own(ada)).toEqual({ points: 10, place: 1 });
    }
    expect(line.heard()).toBe(before);
    expect(warned).toHaveLength(3);
    line.flow();
  });

  test('if the store is away at the start the database ranks, and the sets do once they are there', async () => {
    const line = await openLine();
    line.cut();
    const boards = await openBoards();
    const warned: object[] = [];
    const ranking = await openRanking(line.url, boards.db, { warn: (what) => warned.push(what) });
    onTestFinished(async () => {
      await ranking.forget();
      await ranking.close();
      await boards.close();
      line.cut();
    });
    await expect(ranking.forget()).rejects.toThrow();
    const [ada = 0] = await boards.addPlayers(['ada']);
    const read = () =>
      ranking.read({
        ...{ board: 'weekly', pool: 'all', startsAt: 0, playerId: ada },
        ...{ range: ALL_POINTS, rows: 50, around: 2 },
      });
    expect((await read()).top).toEqual([]);
    expect(warned).toHaveLength(1);
    await line.restore();
    await expect.poll(() => ranking.forget().catch(String), { timeout: 20_000 }).toBe(undefined);
    warned.length = 0;
    await read();
    expect(warned).toEqual([]);
  });

  test('an address without an answer is refused by its name if there is no log', async () => {
    const refused = connectStore('redis://127.0.0.1:1');
    await expect(refused).rejects.toThrow(StartError);
    await expect(refused).rejects.toThrow(/RANK_URL \(127\.0\.0\.1:1\).*ECONNREFUSED/);
  });
});

describe('replica', { tags: ['once'] }, () => {
  const AT = Date.parse('2026-11-18T11:00:00Z');

  const WEEK = { board: 'weekly', pool: 'all', startsAt: weekOf(AT).startsAt } as const;

  const ADA = 1;

  const BOLA = 2;

  const CHIKA = 3;

  /** The scores of a week, as one of the two databases has them. */
  async function setScores(db: Db, scores: Record<number, number>): Promise<void> {
    await db.deleteFrom('board_scores').execute();
    await db.deleteFrom('players').execute();
    for (const [id, points] of Object.entries(scores)) {
      await sql`
      insert into players (id, phone, username, nickname, email, platform, network, created_at)
      overriding system value values (${id}, ${id}, 'x', ${`player ${id}`}, 'x', 'rave', 'all', now())`.execute(
        db,
      );
      const { startsAt, ...week } = WEEK;
      const at = { period_start: new Date(startsAt), reached_at: new Date(AT) };
      const score = { ...week, ...at, player_id: Number(id), points };
      await db.insertInto('board_scores').values(score).execute();
    }
  }

  // The replica is a separate database here, so it can differ as a delayed one does.
  describe.runIf(TEST_DATABASE_URL !== '')('beside a read replica', () => {
    const closing: (() => Promise<void>)[] = [];
    let primary: OpenDatabase;
    let copy: OpenDatabase;
    let copyAddress = '';

    beforeAll(async () => {
      const open = async () => {
        const { address, drop } = await createMigratedDatabase();
        const database = connectPostgres(address);
        closing.push(async () => {
          await database.close();
          await drop();
        });
        return { ...database, address };
      };
      primary = await open();
      const opened = await open();
      copy = opened;
      copyAddress = opened.address;
    });
    afterAll(async () => {
      for (const close of closing) await close();
    });
    beforeEach(async () => {
      await setScores(primary.db, { [ADA]: 30, [BOLA]: 20 });
      await setScores(copy.db, { [ADA]: 10, [BOLA]: 20 });
      await beatAgo('0 seconds');
    });

    const beatAgo = (age: string) =>
      sql`insert into heartbeat (at) values (clock_timestamp() - ${age}::interval)
      on conflict (only_one) do update set at = excluded.at`.execute(copy.db);

    function open(address = copyAddress) {
      const warned: object[] = [];
      const ranking = replicaRanking(address, primary.db, { warn: (what) => warned.push(what) });
      onTestFinished(() => ranking.close());
      const placeOf = async (playerId: number) => {
        const ask = { ...WEEK, playerId, range: ALL_POINTS, rows: 50, around: 2 };
        return (await ranking.read(ask)).own?.place ?? null;
      };
      return { ranking, warned, placeOf };
    }

    async function relayed(): Promise<DatabaseRelay> {
      const relay = await startDatabaseRelay(copyAddress);
      onTestFinished(relay.close);
      return relay;
    }

    test('a board is read there, the scores of others as old as it is', async () => {
      const { warned, placeOf } = open();
      expect(await placeOf(BOLA)).toBe(1);
      expect(warned).toEqual([]);
    });

    test('whose own score is not there yet is answered by the primary', async () => {
      const { warned, placeOf } = open();
      expect(await placeOf(ADA)).toBe(1);
      await setScores(copy.db, { [BOLA]: 20 });
      expect(await placeOf(ADA)).toBe(1);
      expect(warned).toEqual([]);
    });

    test('players who are not there yet are shown as the primary has them', async () => {
      const { ranking } = open();
      await setScores(primary.db, { [ADA]: 30, [BOLA]: 20, [CHIKA]: 5 });
      const board = { board: 'weekly', pool: 'all', which: 'current', at: AT } as const;
      const { data } = await readBoard(ranking, { ...board, playerId: CHIKA });
      expect(data.leaderBoard.map(({ fmuser }) => fmuser.name)).toEqual([
        'player 1',
        'player 2',
        'player 3',
      ]);
    });

    test.each([
      ['more than five seconds behind', () => beatAgo('6 seconds')],
      ['that nothing is known of', () => sql`truncate heartbeat`.execute(copy.db)],
    ])('one %s is not read', async (_what, make) => {
      const { warned, placeOf } = open();
      await make();
      expect(await placeOf(BOLA)).toBe(2);
      expect(warned).toHaveLength(1);
    });

    test('while it is away the primary answers, and after a few failures nobody asks it', async () => {
      const relay = await relayed();
      const { warned, placeOf } = open(relay.address);
      expect(await placeOf(BOLA)).toBe(1);
      relay.cut();
      for (let reads = 0; reads < 6; reads += 1) expect(await placeOf(BOLA)).toBe(2);
      expect(warned).toHaveLength(3);
    });

    test('one that hangs is waited for once, not by everybody', async () => {
      const relay = await relayed();
      const { warned, placeOf } = open(relay.address);
      expect(await placeOf(BOLA)).toBe(1);
      relay.freeze();
      const together = await Promise.all(Array.from({ length: 10 }, () => placeOf(BOLA)));
      expect(together).toEqual(Array.from({ length: 10 }, () => 2));
      warned.length = 0;
      expect(await placeOf(BOLA)).toBe(2);
      expect(warned).toEqual([]);
    });
  });
});
