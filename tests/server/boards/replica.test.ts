// @module-tag once
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { ALL_POINTS, readBoard } from '../../../server/boards/boards.ts';
import { replicaRanking } from '../../../server/boards/replica-ranking.ts';
import { connectPostgres } from '../../../server/database/postgres.ts';
import type { Db, OpenDatabase } from '../../../server/database/tables.ts';
import { weekOf } from '../../../src/rules/calendar.ts';
import { type DatabaseRelay, startDatabaseRelay } from '../../support/database-relay.ts';
import { createMigratedDatabase, TEST_DATABASE_URL } from '../../support/test-database.ts';

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
