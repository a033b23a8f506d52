import { formatNumber } from '../../src/rules/numbers.ts';
import { lockUndeleted } from '../accounts/players.ts';
import type { Trx } from '../database/tables.ts';
import {
  type Correction,
  correctCoins,
  findCorrection,
  undoCorrection,
} from '../ledger/correction-entries.ts';
import { type Desk, DeskError } from './desk.ts';
import { type Change, findOperator, logChange } from './operators.ts';
import { findByWord, noPlayer } from './players.ts';
import { askOneOrTwo } from './two-people.ts';

const COINS = /^[1-9]\d{0,6}$/;
/** Its name is part of a key in the ledger. */
const NAME = /^[\w.-]{1,40}$/;

type Undoing = { name: string; why: string; key: string | null };

type Correcting = Undoing & { command: 'give' | 'take'; who: string; coins: string };

type Correctors = Pick<Desk, 'db' | 'now' | 'config'>;

/** Gives or takes coins by an operator's word, of two where it is much (operations.md#coins-by-hand). Throws DeskError. */
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

/** Undoes a correction whole. Throws DeskError where there is none, or the coins are gone. */
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

/** Moves the coins of a wallet that is held, or notes the first yes of the two that many coins take. */
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
