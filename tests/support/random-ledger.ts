import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { seededNumbers } from '../../question-bank/reader/seeded-numbers.ts';
import type { Db, Trx } from '../../server/database/tables.ts';
import {
  creditPayment,
  creditSubscription,
  holdForRound,
  type RoundMoney,
  releaseHold,
  settleRound,
} from '../../server/ledger/entries.ts';
import { SUBSCRIPTION_COINS, WAYS } from '../../src/rules/money.ts';

type Run = { players: readonly number[]; operations: number; atOnce: number; seed: number };

/** A player's expected balances after a run, by the operations' own reports. */
type Expected = Map<number, { coins: number; held: number; points: number }>;

type Change = { coins?: number; held?: number; points?: number };

/** One operation: its cause, its work, and its change for the player the one time it counts. */
type Operation = {
  cause: string;
  playerId: number;
  work: (trx: Trx) => Promise<boolean>;
  change: Change;
};

const AT = Date.parse('2026-11-18T11:00:00Z');

/**
 * Random operations on the wallets of players, this many at once, some of them twice. Gives each
 * player's expected balance, and the number of operations refused for lack of coins.
 */
export async function runRandomly(db: Db, { players, operations, atOnce, seed }: Run) {
  const chance = seededNumbers(seed);
  const pick = (below: number) => Math.floor(chance() * below);
  const expected: Expected = new Map(players.map((id) => [id, { coins: 0, held: 0, points: 0 }]));
  const open: RoundMoney[] = [];
  const done: Operation[] = [];
  const counted = new Set<string>();
  let refused = 0;
  let left = operations;

  async function run({ cause, playerId, work, change }: Operation): Promise<void> {
    try {
      if (!(await db.transaction().execute(work))) return;
    } catch (error) {
      if ((error as { code?: string }).code !== 'wallet/insufficient-coins') throw error;
      refused += 1;
      return;
    }
    if (counted.has(cause)) throw new Error(`${cause} has counted twice`);
    counted.add(cause);
    const sums = expected.get(playerId);
    if (!sums) throw new Error('an operation on a wallet of nobody');
    sums.coins += change.coins ?? 0;
    sums.held += change.held ?? 0;
    sums.points += change.points ?? 0;
  }

  const worker = async () => {
    while (left > 0) {
      left -= 1;
      const again = pick(8) === 0 ? done[pick(done.length)] : undefined;
      const operation = again ?? draw(players[pick(players.length)] ?? 0, pick, open);
      if (operation.change.held === undefined || operation.change.held < 0) done.push(operation);
      await run(operation);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return { expected, refused };
}

type Pick = (below: number) => number;

function draw(playerId: number, pick: Pick, open: RoundMoney[]): Operation {
  const action = pick(10);
  const round = open.length > 0 ? open[pick(open.length)] : undefined;
  if (action < 4 || (!round && action < 8)) {
    const opened = { roundId: randomUUID(), playerId, cost: 10 * (1 + pick(30)) };
    const work = async (trx: Trx) => {
      await holdForRound(trx, opened, AT);
      return true;
    };
    const known = async (trx: Trx) => {
      const isNew = await work(trx);
      open.push(opened);
      return isNew;
    };
    const change = { coins: -opened.cost, held: opened.cost };
    return { cause: `open ${opened.roundId}`, playerId, work: known, change };
  }
  if (round && action < 7) {
    const result = { coins: pick(round.cost + 1), points: pick(151) };
    const { cost } = round;
    return {
      cause: `close ${round.roundId}`,
      playerId: round.playerId,
      work: (trx) => settleRound(trx, round, result, AT),
      change: { coins: cost - result.coins, held: -cost, points: result.points },
    };
  }
  if (round && action < 8) {
    return {
      cause: `close ${round.roundId}`,
      playerId: round.playerId,
      work: (trx) => releaseHold(trx, round, AT),
      change: { coins: round.cost, held: -round.cost },
    };
  }
  const reference = randomUUID();
  if (action < 9) {
    const period = { playerId, reference, startsAt: AT, kobo: 10_000 };
    return {
      cause: `period ${reference}`,
      playerId,
      work: (trx) => creditSubscription(trx, period, AT),
      change: { coins: SUBSCRIPTION_COINS },
    };
  }
  const coins = 1 + pick(2_000);
  const way = WAYS[pick(WAYS.length)] ?? 'card';
  const paid = {
    playerId,
    reference,
    way,
    product: 'coins-500' as const,
    coins,
    kobo: 50_000,
    feeKobo: pick(900),
  };
  return {
    cause: `payment ${reference}`,
    playerId,
    work: (trx) => creditPayment(trx, paid, AT),
    change: { coins },
  };
}

/** New players with an empty wallet each, and nothing else. */
export async function makeWallets(db: Db, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into players (phone, username, nickname, email, platform, network, created_at)
    select 'ledger ' || gen_random_uuid(), 'ada', 'ada', 'ada@example.com', 'rave', 'all', now()
    from generate_series(1, ${count}::integer)
    returning id`.execute(db);
  const ids = rows.map(({ id }) => id);
  await db
    .insertInto('wallets')
    .values(ids.map((player_id) => ({ player_id })))
    .execute();
  return ids;
}

/**
 * Faults in the books after a run: wallets that differ from the operations' reports, or from the
 * sum of their own entries, or below zero; units whose accounts do not sum to zero.
 */
export async function ledgerFaults(db: Db, expected: Expected): Promise<string[]> {
  const sumOf = (account: string) =>
    sql<number>`coalesce(sum(amount) filter (where account = ${account}), 0)::bigint`;
  const players = await db
    .selectFrom('wallets')
    .leftJoin('ledger_postings as posting', 'posting.player_id', 'wallets.player_id')
    .select(['wallets.player_id as id', 'wallets.coins', 'wallets.held'])
    .select([
      sumOf('wallet').as('coinsEntered'),
      sumOf('held').as('heldEntered'),
      sumOf('points').as('points'),
    ])
    .where('wallets.player_id', 'in', [...expected.keys()])
    .groupBy(['wallets.player_id', 'wallets.coins', 'wallets.held'])
    .execute();
  const units = await db
    .selectFrom('ledger_postings')
    .select(['unit', sql<number>`sum(amount)::bigint`.as('total')])
    .groupBy('unit')
    .execute();
  const wrong = players.filter(({ id, coins, held, coinsEntered, heldEntered, points }) => {
    const due = expected.get(id);
    const isEntered = coins === coinsEntered && held === heldEntered;
    const isDue = coins === due?.coins && held === due.held && points === due.points;
    return !isEntered || !isDue || coins < 0 || held < 0;
  });
  return [
    ...wrong.map((player) => `wallet ${JSON.stringify(player)}`),
    ...(players.length === expected.size ? [] : ['a wallet is missing']),
    ...units.flatMap(({ unit, total }) => (total === 0 ? [] : [`${unit} sum to ${total}`])),
  ];
}
