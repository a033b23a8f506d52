import { connect, createServer, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ALL_POINTS, creditBoards } from '../../../server/boards/boards.ts';
import { openRanking, type Ranking } from '../../../server/boards/ranking.ts';
import { type SetStore, sortedSetRanking } from '../../../server/boards/sorted-set.ts';
import { StartError } from '../../../server/config/start-error.ts';
import { connectStore } from '../../../server/database/store-connection.ts';
import { dayOf } from '../../../src/rules/calendar.ts';
import { openBoards, TEST_RANK_URL } from '../../support/rankings.ts';

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
