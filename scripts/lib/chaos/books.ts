import { sql } from 'kysely';
import { rebuildBoards } from '../../../server/boards/rebuild.ts';
import type { Db } from '../../../server/database/tables.ts';
import { weekOf } from '../../../src/rules/calendar.ts';
import { DEFAULT_PRICES, nairaToKobo, SUBSCRIPTION_COINS } from '../../../src/rules/money.ts';
import type { Submitted } from './client.ts';
import { airtimeId, FAILING_ENDING, type Purchase } from './shop.ts';

type Sums = { times: number; points: number; coins: number };
type Player = { coins: number; held: number; points: number; plays: number; openPlays: number };

/** The contents of a database after a run: the ledger, the boards, plays and rounds. */
export type Books = {
  /** The ledger's sums, by the round's id. */
  rounds: Map<string, Sums>;
  /** Rounds that were opened and are not counted. */
  uncounted: number;
  /** The coins, holds, points and plays of each player, by the player's id. */
  players: Map<number, Player>;
  /** Wallets that differ from their own postings. */
  wrongWallets: number;
  /** Points of the weekly boards, by `boardKey`. */
  board: Map<string, number>;
  /** Scores that differ from the ledger, plus scores whose number of players is counted wrongly. */
  wrongScores: number;
  /** Movements with fewer than two sides, or with a sum other than zero. */
  unbalanced: number;
};

/** How many differences there are between a database and the submitted results, by kind. */
export type Differences = {
  /** Submitted results that the ledger does not have. */
  lost: number;
  /** Submitted results that the ledger has more than once. */
  doubled: number;
  /** Results that were counted with other points or coins, or that were not submitted. */
  wrongResults: number;
  /** Players whose coins or points do not follow from their results. */
  wrongPlayers: number;
  /** Coins that are still held. */
  heldCoins: number;
  wrongBoardRows: number;
  /** Scores of any board that differ from the ledger, or are counted wrong. */
  wrongScores: number;
  unbalanced: number;
  /** Plays without a submitted round, and submitted rounds without a play. */
  wrongPlays: number;
};

/** The key of a player's row on the board of the week that `at` is in. */
export function boardKey(playerId: number, at: number): string {
  return `${playerId} ${new Date(weekOf(at).startsAt).toISOString()}`;
}

/** Reads a database's contents. */
export async function readBooks(db: Db): Promise<Books> {
  const counted = await db
    .selectFrom('ledger_movements as movement')
    .innerJoin('ledger_postings as posting', 'posting.movement_id', 'movement.id')
    .where('reason', '=', 'round-counted')
    .select([
      sql<string>`split_part(movement.key, ':', 2)`.as('round'),
      sql<number>`count(distinct movement.id)`.as('times'),
      sumOf<number>(sql`posting.account = 'points'`).as('points'),
      sumOf<number>(sql`posting.account = 'house:rounds'`).as('coins'),
    ])
    .groupBy('round')
    .execute();
  const players = await db
    .selectFrom('wallets')
    .leftJoin('ledger_postings as posting', 'posting.player_id', 'wallets.player_id')
    .leftJoin('ledger_movements as movement', 'movement.id', 'posting.movement_id')
    .groupBy(['wallets.player_id', 'coins', 'held'])
    .select([
      'wallets.player_id as id',
      'coins',
      'held',
      sumOf<number>(sql`posting.account = 'wallet'`).as('ledgerCoins'),
      sumOf<number>(sql`posting.account = 'held'`).as('ledgerHeld'),
      sumOf<number>(sql`posting.account = 'points' and reason = 'round-counted'`).as('points'),
      sql<number>`(select count(*) from plays where player_id = wallets.player_id)`.as('plays'),
      sql<number>`(select count(*) from plays where player_id = wallets.player_id and is_open)`.as(
        'openPlays',
      ),
    ])
    .execute();
  const rows = await db
    .selectFrom('board_scores')
    .where('board', '=', 'weekly')
    .selectAll()
    .execute();
  return {
    rounds: new Map(counted.map(({ round, ...sums }) => [round, sums])),
    uncounted: await count(db, sql`select from rounds where state <> 'counted'`),
    players: new Map(players.map(({ id, ledgerCoins, ledgerHeld, ...player }) => [id, player])),
    wrongWallets: players.filter(
      ({ coins, held, ledgerCoins, ledgerHeld }) => coins !== ledgerCoins || held !== ledgerHeld,
    ).length,
    board: new Map(
      rows.map((row) => [boardKey(row.player_id, row.period_start.getTime()), row.points]),
    ),
    wrongScores: await countWrongScores(db),
    unbalanced: await count(
      db,
      sql`
        select movement_id from (
          select movement.id as movement_id, unit, sum(amount) as total, count(posting.id) as sides
          from ledger_movements movement
          left join ledger_postings posting on posting.movement_id = movement.id
          group by movement.id, unit
        ) as sums group by movement_id having sum(sides) < 2 or bool_or(total <> 0)
      `,
    ),
  };
}

/**
 * Compares a database's contents with the submitted results. `bought` has the coins of the players who bought
 * coins. All other players have the coins of one plan.
 */
export function compareBooks(
  submitted: readonly Submitted[],
  books: Books,
  bought: ReadonlyMap<number, number> = new Map(),
): Differences {
  const rounds = submitted.map((result) => ({ result, counted: books.rounds.get(result.roundId) }));
  const known = new Set(submitted.map(({ roundId }) => roundId));
  const amountsDiffer = rounds.filter(
    ({ result, counted }) =>
      counted?.times === 1 && (counted.points !== result.points || counted.coins !== result.coins),
  );
  const unknown = [...books.rounds.keys()].filter((id) => !known.has(id));
  const byPlayer = Map.groupBy(submitted, ({ playerId }) => playerId);
  const players = [...books.players].map(([id, player]) => ({
    player,
    had: bought.get(id) ?? SUBSCRIPTION_COINS,
    own: byPlayer.get(id) ?? [],
  }));
  const board = new Map<string, number>();
  for (const { playerId, issuedAt, points } of submitted) {
    const key = boardKey(playerId, issuedAt);
    if (points > 0) board.set(key, (board.get(key) ?? 0) + points);
  }
  return {
    lost: rounds.filter(({ counted }) => counted === undefined).length,
    doubled: rounds.filter(({ counted }) => counted !== undefined && counted.times > 1).length,
    wrongResults: amountsDiffer.length + unknown.length + books.uncounted,
    wrongPlayers:
      books.wrongWallets +
      players.filter(
        ({ player, had, own }) =>
          player.coins !== had - sum(own, 'coins') || player.points !== sum(own, 'points'),
      ).length,
    heldCoins: players.reduce((held, { player }) => held + player.held, 0),
    wrongBoardRows: [...new Set([...board.keys(), ...books.board.keys()])].filter(
      (key) => board.get(key) !== books.board.get(key),
    ).length,
    wrongScores: books.wrongScores,
    unbalanced: books.unbalanced,
    wrongPlays: players.reduce(
      (wrong, { player, own }) => wrong + Math.abs(player.plays - own.length) + player.openPlays,
      0,
    ),
  };
}

async function countWrongScores(db: Db): Promise<number> {
  const { differences, miscounted } = await rebuildBoards(db, false);
  return differences.length + miscounted;
}

function sumOf<Value>(condition: ReturnType<typeof sql>) {
  return sql<Value>`coalesce(sum(posting.amount) filter (where ${condition}), 0)::bigint`;
}

async function count(db: Db, rows: ReturnType<typeof sql>): Promise<number> {
  const counted = await sql<{ count: number }>`select count(*) from (${rows}) as found`.execute(db);
  return counted.rows[0]?.count ?? 0;
}

function sum(results: readonly Submitted[], unit: 'points' | 'coins'): number {
  return results.reduce((total, result) => total + result[unit], 0);
}

/** Money that a stand-in took, by the purchase's id. */
type Taken = { id: string; kobo: number };
/** A movement of the ledger that brought coins for money. */
type Credit = { id: string; playerId: number; coins: number; kobo: number };

/** The money that the stand-ins took, and the ledger's credits for it. */
export type MoneyBooks = { taken: readonly Taken[]; credits: readonly Credit[] };

/** A purchase that was sent, with its buyer. */
export type SentPurchase = Pick<Purchase, 'id' | 'way' | 'coins' | 'kobo' | 'isDeclined'> & {
  playerId: number | null;
};

/** How many purchases were paid, and how many differ in money or coins, by kind. */
export type MoneyDifferences = {
  paid: number;
  withoutCoins: number;
  withoutPayment: number;
  /** Purchases that were charged or credited twice. */
  twice: number;
  /** Credits with the wrong coins, money or player, or without a purchase. */
  otherwise: number;
};

/** The first letters of the reference of the free plan that a new number has at the sandbox. */
const FIRST = 'SBX-FIRST-';

/** Reads a database's credits, and the books of the stand-ins, which are in the same database. */
export async function readMoney(db: Db): Promise<MoneyBooks> {
  const cards = await db
    .selectFrom('sandbox_card_transactions')
    .where('state', '=', 'success')
    .select(['reference as id', 'amount as kobo'])
    .execute();
  const collections = await db
    .selectFrom('sandbox_collections')
    .where('msisdn', 'not like', `%${FAILING_ENDING}`)
    .select(['reference as id', 'amount as kobo'])
    .execute();
  const plans = await db
    .selectFrom('sandbox_airtime_plans')
    .where('reference', 'not like', `${FIRST}%`)
    .select(['reference', 'phone', 'plan'])
    .execute();
  const prices = DEFAULT_PRICES.plans.airtime;
  const airtime = plans.map(({ phone, plan }) => {
    return { id: airtimeId(phone), kobo: nairaToKobo(prices[plan]) };
  });
  const charged = new Map(plans.map(({ reference, phone }) => [reference, airtimeId(phone)]));
  const movements = await db
    .selectFrom('ledger_movements as movement')
    .innerJoin('ledger_postings as posting', 'posting.movement_id', 'movement.id')
    .where('reason', 'in', ['subscription', 'coins-bought', 'ticket-bought'])
    .groupBy(['movement.id', 'movement.key'])
    .select([
      'movement.key',
      sql<number>`max(posting.player_id)`.as('playerId'),
      sumWhere(sql`posting.account = 'wallet'`).as('coins'),
      sumWhere(sql`posting.account like 'house:clearing:%'`).as('kobo'),
    ])
    .execute();
  const credits = movements
    .map(({ key, ...credit }) => ({ ...credit, reference: referenceIn(key) }))
    .filter(({ reference }) => !reference.startsWith(FIRST))
    .map(({ reference, ...credit }) => ({ ...credit, id: charged.get(reference) ?? reference }));
  return { taken: [...cards, ...collections, ...airtime], credits };
}

/** Compares the money that was taken with the coins that were credited, and both with the purchases. */
export function compareMoney(
  sent: readonly SentPurchase[],
  { taken, credits }: MoneyBooks,
): MoneyDifferences {
  const takenOf = Map.groupBy(taken, ({ id }) => id);
  const creditsOf = Map.groupBy(credits, ({ id }) => id);
  const sentOf = new Map(sent.map((purchase) => [purchase.id, purchase]));
  const ids = [...new Set([...takenOf.keys(), ...creditsOf.keys()])];
  const isOther = (id: string) => {
    const [purchase, [money], [credit]] = [
      sentOf.get(id),
      takenOf.get(id) ?? [],
      creditsOf.get(id) ?? [],
    ];
    if (!purchase || purchase.isDeclined) return true;
    if (!money || !credit) return false;
    // The mobile-money service adds charges of its own to the price.
    const isPrice =
      purchase.way === 'mobile-money' ? money.kobo >= purchase.kobo : money.kobo === purchase.kobo;
    return (
      !isPrice ||
      credit.kobo !== money.kobo ||
      credit.coins !== purchase.coins ||
      credit.playerId !== purchase.playerId
    );
  };
  return {
    paid: sent.filter(({ id }) => takenOf.has(id)).length,
    withoutCoins: ids.filter((id) => !creditsOf.has(id)).length,
    withoutPayment: ids.filter((id) => !takenOf.has(id)).length,
    twice: ids.filter((id) => isTwice(takenOf.get(id)) || isTwice(creditsOf.get(id))).length,
    otherwise: ids.filter(isOther).length,
  };
}

/** Sums up the coins that each player has bought. Players who bought nothing are left out. */
export function coinsBought(sent: readonly SentPurchase[]): Map<number, number> {
  const coins = new Map<number, number>();
  for (const { playerId, isDeclined, coins: bought } of sent) {
    if (playerId === null) continue;
    coins.set(playerId, (coins.get(playerId) ?? 0) + (isDeclined ? 0 : bought));
  }
  return coins;
}

function isTwice(entries: readonly unknown[] = []): boolean {
  return entries.length > 1;
}

/** Reads the reference in `payment:{reference}` or `subscription:{player}:{reference}:{start}`. */
function referenceIn(key: string): string {
  const [kind, first = '', second = ''] = key.split(':');
  return kind === 'payment' ? first : second;
}

function sumWhere(condition: ReturnType<typeof sql>) {
  return sql<number>`coalesce(sum(posting.amount) filter (where ${condition}), 0)::bigint`;
}
