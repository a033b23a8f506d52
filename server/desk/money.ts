import { sql } from 'kysely';
import type { QuestionBank } from '../../question-bank/reader/bank.ts';
import { csvLines } from '../../src/rules/csv.ts';
import { formatKobo } from '../../src/rules/money.ts';
import { formatNumber } from '../../src/rules/numbers.ts';
import { lockUndeleted } from '../accounts/players.ts';
import type { Db, Trx } from '../database/tables.ts';
import {
  type Correction,
  correctCoins,
  findCorrection,
  undoCorrection,
} from '../ledger/entries.ts';
import { checkLedger } from '../ledger/ledger.ts';
import { openReserve, reserveState } from '../rush/reserve.ts';
import { listFaults } from './command.ts';
import { type Change, findOperator, logChange } from './operators.ts';
import { findByWord, noPlayer } from './players.ts';
import { type CommandResult, type Desk, DeskError } from './socket.ts';
import { askOneOrTwo } from './two-people.ts';

const SHOWN = 100;

/** The refunds that operators must still send, and the newest reports of mismatched payments. */
export async function showReports(db: Db): Promise<string[]> {
  const refunds = await db
    .selectFrom('refunds')
    .innerJoin('players', 'players.id', 'refunds.player_id')
    .select(['reference', 'phone', 'way', 'kobo', 'state', 'at'])
    .where('state', '<>', 'sent')
    .orderBy('at')
    .execute();
  const gone = await db
    .selectFrom('gone_prizes')
    .selectAll()
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payouts')
            .select('id')
            .where('state', '=', 'paid')
            .where('sent_as', 'like', sql<string>`gone_prizes.prize || '-%'`),
        ),
      ),
    )
    .orderBy('prize')
    .execute();
  const restored = await db
    .selectFrom('restores')
    .select(({ fn }) => fn.max('at').as('at'))
    .executeTakeFirst();
  const reports = await db
    .selectFrom('payment_reports')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(SHOWN + 1)
    .execute();
  const lines = [
    ...refunds.map(({ reference, phone, way, kobo, state, at }) => {
      const what = state === 'by-hand' ? 'to be sent back by hand' : 'asked of the provider';
      const isOld = state === 'by-hand' && restored?.at && at < restored.at;
      const first = isOld ? '. The database was restored since: see the statement first' : '';
      return `${at.toISOString()} ${reference} ${what}: ${formatKobo(kobo)}, ${way}, ${phone}${first}`;
    }),
    ...gone.map(({ prize, at }) => {
      return `${at.toISOString()} ${prize} went by hand before the restore, and no prize here is it yet: it is taken over once its period is settled`;
    }),
    ...reports.slice(0, SHOWN).map(({ at, reference, what, body }) => {
      return `${at.toISOString()} ${oneWord(reference)} ${what}: ${JSON.stringify(body)}`;
    }),
  ];
  if (reports.length > SHOWN) lines.push('Older ones are in the table payment_reports');
  return lines.length === 0 ? ['Nothing is reported'] : lines;
}

const oneWord = (reference: string) => (reference === '' ? '(no reference)' : reference);

/** The state of Millionaire Rush's reserve as lines of text, and whether it has enough questions left. */
export async function showReserve(db: Db, bank: QuestionBank, now: number): Promise<string[]> {
  const reserve = await openReserve(db, bank);
  const { levels, runsADay, warnBelow, isLow } = await reserveState(db, reserve, now);
  const lines = levels.map(({ level, chosen, inReserve, deals, runs }) => {
    const questions = `${inReserve} of ${chosen} questions are in the reserve`;
    return `${level}: ${questions}, dealt ${deals} times, for ${runs} more runs`;
  });
  const pace = `Runs a day in the last 7 days: ${runsADay.toFixed(1)}. Warning below ${warnBelow} runs: `;
  return [...lines, pace + (isLow ? 'NEW QUESTIONS ARE NEEDED' : 'all is well')];
}

const COINS = /^[1-9]\d{0,6}$/;
/** The name of a case becomes part of a key in the ledger. */
const NAME = /^[\w.-]{1,40}$/;

type Undoing = { name: string; why: string; key: string | null };

type Correcting = Undoing & { command: 'give' | 'take'; who: string; coins: string };

type Correctors = Pick<Desk, 'db' | 'now' | 'config'>;

/**
 * Gives or takes coins for an operator, with two operators for large sums
 * (money-in.md#coins-by-hand). Throws DeskError.
 */
export async function correctWallet(
  desk: Correctors,
  { command, who, coins: typed, name, why, key }: Correcting,
): Promise<string[]> {
  if (!COINS.test(typed)) throw new DeskError('Coins are a whole number from 1 to 9999999');
  if (!NAME.test(name)) {
    throw new DeskError('A case is 1 to 40 letters, digits, dots, hyphens and underscores');
  }
  const operator = await findOperator(desk.db, key);
  const playerId = await findByWord(desk.db, who);
  const coins = command === 'give' ? Number(typed) : -Number(typed);
  const correction = { playerId, name, coins };
  const change = { command: `wallets ${command} ${playerId} ${typed}`, reference: name, why };
  return desk.db.transaction().execute(async (trx) => {
    if (!(await lockUndeleted(trx, playerId))) throw noPlayer();
    const before = await findCorrection(trx, name);
    if (before && (before.playerId !== playerId || before.coins !== coins)) throw takenName(name);
    if (before) return ['It was done before'];
    return carryOut(trx, desk, { operator, change, coins, playerId }, async (at) => {
      if (!(await correctCoins(trx, correction, at))) throw takenName(name);
    });
  });
}

/**
 * Undoes a correction as a whole. Throws DeskError if there is no such correction, or if the player has spent
 * the coins.
 */
export async function undoWallet(desk: Correctors, { name, why, key }: Undoing): Promise<string[]> {
  const operator = await findOperator(desk.db, key);
  const change = { command: 'wallets undo', reference: name, why };
  const found = await findCorrection(desk.db, name);
  if (!found) throw new DeskError(`No correction is known as ${name}`);
  const { playerId } = found;
  return desk.db.transaction().execute(async (trx) => {
    if (!(await lockUndeleted(trx, playerId))) throw noPlayer();
    if ((await findCorrection(trx, name))?.isUndone) return ['It was undone before'];
    const coins = -found.coins;
    return carryOut(trx, desk, { operator, change, coins, playerId }, async (at) => {
      if (!(await undoCorrection(trx, found, at))) throw new Error(`${name} is undone already`);
    });
  });
}

type Carrying = { operator: string; change: Change } & Pick<Correction, 'playerId' | 'coins'>;

/**
 * Moves the coins of a locked wallet. A large sum needs two operators, so the first approval is only
 * recorded.
 */
async function carryOut(
  trx: Trx,
  { config, now }: Correctors,
  { operator, change, coins, playerId }: Carrying,
  work: (at: number) => Promise<void>,
): Promise<string[]> {
  const left = await balanceOf(trx, playerId);
  if (left + coins < 0) throw new DeskError(`The player has ${formatNumber(left)} coins left`);
  await logChange(trx, operator, change, now());
  const asked = { subject: `wallets ${change.reference}`, says: change.command };
  const moved = {
    playerId,
    unit: 'coins',
    amount: coins,
    limit: config.twoPeopleAboveCoins,
  } as const;
  const waiting = await askOneOrTwo(trx, operator, { asked, moved }, now());
  if (waiting) return waiting;
  await work(now());
  const balance = await balanceOf(trx, playerId);
  return [`Player ${playerId} had ${formatNumber(left)} coins and has ${formatNumber(balance)}`];
}

async function balanceOf(trx: Trx, playerId: number): Promise<number> {
  const { coins } = await trx
    .selectFrom('wallets')
    .select('coins')
    .where('player_id', '=', playerId)
    .executeTakeFirstOrThrow();
  return coins;
}

function takenName(name: string): DeskError {
  return new DeskError(`${name} is another correction: a case is of one player and one sum`);
}

/** Lists the wallets that are not the sum of their postings; the command fails if there is any difference. */
export async function checkWallets(db: Db): Promise<CommandResult> {
  const { wallets, strays, unbalanced } = await checkLedger(db);
  const faults = [
    ...strays.map(({ playerId, what, kept, entered }) => {
      return `player ${playerId}: ${kept} ${what} in the wallet, ${entered} in the ledger`;
    }),
    ...unbalanced.map(({ key, unit, sum }) => `${key}: its ${unit} sum to ${sum}`),
  ];
  return {
    lines: [
      `${wallets} wallets compared with their postings.`,
      ...listFaults('Differences', faults),
    ],
    isDone: faults.length === 0,
  };
}

const COLUMNS = [
  'said_at',
  'step',
  'phone',
  'reference',
  'way',
  'product',
  'coins',
  'kobo',
  'fee_kobo',
  'door',
] as const;

/** The prices that players agreed to, oldest first, as CSV, for one number or for all. */
export async function exportConsents(
  db: Db,
  phone: string | null,
  isPlain: boolean,
): Promise<string[]> {
  const rows = await db
    .selectFrom('consents')
    .leftJoin('players', 'players.id', 'consents.player_id')
    .select(COLUMNS.map((column) => `consents.${column}` as const))
    .$if(phone !== null, (query) =>
      query.where((eb) =>
        eb.or([eb('consents.phone', '=', String(phone)), eb('players.phone', '=', String(phone))]),
      ),
    )
    .orderBy('consents.id')
    .execute();
  const cells = rows.map((row) => COLUMNS.map((column) => row[column]));
  return csvLines(COLUMNS, cells, isPlain);
}
