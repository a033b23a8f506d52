// @module-tag once
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { seededNumbers } from '../../../question-bank/reader/seeded-numbers.ts';
import type { Unit } from '../../../server/database/tables.ts';
import {
  creditSubscription,
  holdForRound,
  releaseHold,
  settleRound,
} from '../../../server/ledger/entries.ts';
import { move } from '../../../server/ledger/ledger.ts';
import { forceWallet } from '../../support/force-wallet.ts';
import { newKey, testServer } from '../../support/server.ts';

const server = testServer();

const wallet = (playerId: number) =>
  server()
    .db.selectFrom('wallets')
    .select(['coins', 'held'])
    .where('player_id', '=', playerId)
    .executeTakeFirstOrThrow();
const inTransaction = <Result>(work: Parameters<typeof run<Result>>[0]) => run(work);
function run<Result>(work: (trx: Parameters<typeof move>[0]) => Promise<Result>): Promise<Result> {
  return server().db.transaction().execute(work);
}
const at = Date.parse('2026-11-18T11:00:00Z');

async function funded(): Promise<number> {
  const { id } = await server().signUp();
  await inTransaction((trx) =>
    creditSubscription(trx, { playerId: id, reference: newKey(), startsAt: at, kobo: 10_000 }, at),
  );
  return id;
}

/** Movements that do not balance, in any unit; and movements with one side. */
async function brokenMovements(): Promise<unknown[]> {
  const { rows } = await sql`
    select m.id, p.unit, sum(p.amount), count(p.id)
    from ledger_movements m left join ledger_postings p on p.movement_id = m.id
    group by m.id, p.unit having coalesce(sum(p.amount), 1) <> 0 or count(p.id) < 2
  `.execute(server().db);
  return rows;
}

/** Wallets that differ from the sum of their postings. */
async function strayWallets(): Promise<unknown[]> {
  const { rows } = await sql`
    select w.player_id from wallets w
    where w.coins <> (select coalesce(sum(amount), 0) from ledger_postings p
        where p.player_id = w.player_id and p.account = 'wallet')
      or w.held <> (select coalesce(sum(amount), 0) from ledger_postings p
        where p.player_id = w.player_id and p.account = 'held')
  `.execute(server().db);
  return rows;
}

test('a movement counts once for its key', async () => {
  const playerId = await funded();
  const period = { playerId, reference: 'R-1', startsAt: at, kobo: 10_000 };
  expect(await inTransaction((trx) => creditSubscription(trx, period, at))).toBe(true);
  expect(await inTransaction((trx) => creditSubscription(trx, period, at))).toBe(false);
  const next = { ...period, startsAt: at + 1 };
  expect(await inTransaction((trx) => creditSubscription(trx, next, at))).toBe(true);
  expect(await wallet(playerId)).toEqual({ coins: 3000, held: 0 });
});

test('a round is held, settled and never closed a second time', async () => {
  const playerId = await funded();
  const round = { roundId: newKey(), playerId, cost: 200 };
  await inTransaction((trx) => holdForRound(trx, round, at));
  expect(await wallet(playerId)).toEqual({ coins: 800, held: 200 });
  const result = { coins: 140, points: 45 };
  expect(await inTransaction((trx) => settleRound(trx, round, result, at))).toBe(true);
  expect(await wallet(playerId)).toEqual({ coins: 860, held: 0 });
  expect(await inTransaction((trx) => settleRound(trx, round, result, at))).toBe(false);
  expect(await inTransaction((trx) => releaseHold(trx, round, at))).toBe(false);
  expect(await wallet(playerId)).toEqual({ coins: 860, held: 0 });
});

test('a round that is held for already is not held for again', async () => {
  const round = { roundId: newKey(), playerId: await funded(), cost: 200 };
  await inTransaction((trx) => holdForRound(trx, round, at));
  const again = inTransaction((trx) => holdForRound(trx, round, at));
  await expect(again).rejects.toThrow('in the ledger already');
  expect(await wallet(round.playerId)).toEqual({ coins: 800, held: 200 });
});

test('one reference of two players is credited to each', async () => {
  const players = [await server().signUp(), await server().signUp()];
  for (const { id } of players) {
    const period = { playerId: id, reference: 'R-shared', startsAt: at, kobo: 10_000 };
    expect(await inTransaction((trx) => creditSubscription(trx, period, at))).toBe(true);
    expect(await wallet(id)).toEqual({ coins: 1000, held: 0 });
  }
});

test('a hold that the wallet does not cover is refused and leaves no movement', async () => {
  const playerId = await funded();
  const before = await server().snapshot();
  const round = { roundId: newKey(), playerId, cost: 1001 };
  const hold = inTransaction((trx) => holdForRound(trx, round, at));
  await expect(hold).rejects.toMatchObject({ statusCode: 409, code: 'wallet/insufficient-coins' });
  expect(await server().snapshot()).toEqual(before);
});

test('two holds at once never take more than there is', async () => {
  const playerId = await funded();
  const holds = [1, 2, 3, 4, 5].map(() =>
    inTransaction((trx) => holdForRound(trx, { roundId: newKey(), playerId, cost: 300 }, at)),
  );
  const outcomes = await Promise.allSettled(holds);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  expect(await wallet(playerId)).toEqual({ coins: 100, held: 900 });
});

test('whatever happens in whatever order, no wallet falls below zero and all sides cancel', async () => {
  for (const seed of [1, 20_261_118, 4_294_967_295]) {
    const next = seededNumbers(seed);
    const pick = (below: number) => Math.floor(next() * below);
    const players = [await funded(), await funded(), await funded()];
    const rounds: { roundId: string; playerId: number; cost: number }[] = [];
    let refused = 0;
    for (let step = 0; step < 120; step += 1) {
      const playerId = players[pick(players.length)] ?? 0;
      const round = rounds[pick(rounds.length)];
      const action = pick(10);
      const operation = inTransaction(async (trx) => {
        if (action < 5 || !round) {
          const opened = { roundId: newKey(), playerId, cost: 10 * (1 + pick(60)) };
          await holdForRound(trx, opened, at);
          rounds.push(opened);
        } else if (action < 8) {
          const coins = pick(round.cost + 1);
          await settleRound(trx, round, { coins, points: pick(151) }, at);
        } else if (action < 9) await releaseHold(trx, round, at);
        else
          await creditSubscription(
            trx,
            { playerId, reference: `${seed}-${step}`, startsAt: at, kobo: 5_000 },
            at,
          );
      });
      await operation.catch((error: { code?: string }) => {
        expect(error.code).toBe('wallet/insufficient-coins');
        refused += 1;
      });
    }
    expect(refused).toBeGreaterThan(0);
    for (const playerId of players) {
      const { coins, held } = await wallet(playerId);
      expect(coins).toBeGreaterThanOrEqual(0);
      expect(held).toBeGreaterThanOrEqual(0);
    }
    expect(await brokenMovements()).toEqual([]);
    expect(await strayWallets()).toEqual([]);
  }
});

test.each<[string, { unit: Unit; amount: number }[]]>([
  ['do not sum to zero', [{ unit: 'coins', amount: 5 }]],
  ['sum to zero only across units', [{ unit: 'points', amount: -7 }]],
  ['are a single one', []],
])('the database refuses a movement whose postings %s', async (_what, others) => {
  const before = await server().snapshot();
  const { id } = await server().signUp();
  const after = await server().snapshot();
  const bypass = inTransaction((trx) =>
    move(trx, {
      key: newKey(),
      reason: 'subscription',
      at,
      postings: [
        { account: 'wallet', playerId: id, unit: 'coins', amount: 7 },
        ...others.map((other) => ({ account: 'house:rounds' as const, ...other })),
      ],
    }),
  );
  await expect(bypass).rejects.toThrow(/does not sum to zero|has 1 postings/);
  expect(await server().snapshot()).toEqual(after);
  expect(after).not.toEqual(before);
});

test('the database refuses a movement without any posting', async () => {
  const empty = inTransaction((trx) =>
    move(trx, { key: newKey(), reason: 'subscription', at, postings: [] }),
  );
  await expect(empty).rejects.toThrow('has 0 postings');
});

test('the database refuses a posting slipped into an old movement', async () => {
  const playerId = await funded();
  const slip = sql`
    insert into ledger_postings (movement_id, account, player_id, unit, amount)
    select max(movement_id), 'wallet', ${playerId}::bigint, 'coins', 500 from ledger_postings
  `.execute(server().db);
  await expect(slip).rejects.toThrow('does not sum to zero');
  expect(await wallet(playerId)).toEqual({ coins: 1000, held: 0 });
});

test('the database refuses a balance below zero', async () => {
  const playerId = await funded();
  for (const balance of ['coins', 'held']) {
    const bypass = forceWallet(server().db, playerId, { [balance]: -1 });
    await expect(bypass).rejects.toThrow(`wallets_${balance}_check`);
  }
});

test('nothing but the ledger moves a wallet', async () => {
  const playerId = await funded();
  const { id } = await server().signUp();
  for (const change of [
    sql`update wallets set coins = coins + 1 where player_id = ${playerId}`,
    sql`update wallets set tickets = 5`,
    sql`delete from wallets where player_id = ${playerId}`,
    sql`truncate wallets`,
    sql`insert into wallets (player_id, coins) values (${id}, 5)
        on conflict (player_id) do update set coins = 5`,
  ]) {
    await expect(change.execute(server().db)).rejects.toThrow('moved by the ledger alone');
  }
  expect(await wallet(playerId)).toEqual({ coins: 1000, held: 0 });
});

test('entries of the ledger cannot be changed or removed', async () => {
  await funded();
  for (const table of ['ledger_movements', 'ledger_postings']) {
    const change = sql`update ${sql.table(table)} set id = default`;
    await expect(change.execute(server().db)).rejects.toThrow();
    const removal = sql`delete from ${sql.table(table)}`;
    await expect(removal.execute(server().db)).rejects.toThrow('only ever added to');
    const emptying = sql`truncate ${sql.table(table)} cascade`;
    await expect(emptying.execute(server().db)).rejects.toThrow('only ever added to');
  }
  const rewrite = sql`update ledger_postings set amount = amount * 2`;
  await expect(rewrite.execute(server().db)).rejects.toThrow('only ever added to');
});
