import { liftLocks, lock } from '../accounts/locks.ts';
import { deletePictures } from '../accounts/pictures.ts';
import { closeReports } from '../accounts/player-reports.ts';
import { findPlayer, lockUndeleted, readPhone } from '../accounts/players.ts';
import { readNickname } from '../accounts/profile.ts';
import type { Db, Trx } from '../database/tables.ts';
import { type Desk, DeskError } from './desk.ts';
import { findOperator, logChange } from './operators.ts';

/** Who is meant, by phone or id, and what is logged of it. */
export type PlayerChange = { who: string; why: string; key: string | null };

type Work = (trx: Trx, playerId: number) => Promise<string>;

/** Deletes a player's pictures, and locks their choice. Throws DeskError where there is none. */
export function hidePicture(desk: Pick<Desk, 'db' | 'now'>, change: PlayerChange): Promise<string> {
  const work: Work = async (trx, playerId) => {
    if (!(await deletePictures(trx, playerId))) throw new DeskError('The player has no picture');
    await lock(trx, playerId, 'picture', desk.now());
    return 'The picture is deleted';
  };
  return changePlayer(desk, 'players hide-picture', change, closing(desk, work));
}

/** Gives a player another nickname, and locks their choice. Throws Refusal `name/invalid`. */
export function renamePlayer(
  desk: Pick<Desk, 'db' | 'now'>,
  change: PlayerChange,
  name: string,
): Promise<string> {
  const nickname = readNickname(name);
  const work: Work = async (trx, playerId) => {
    const before = await trx
      .selectFrom('players')
      .select('nickname')
      .where('id', '=', playerId)
      .executeTakeFirstOrThrow();
    await trx.updateTable('players').set({ nickname }).where('id', '=', playerId).execute();
    await lock(trx, playerId, 'name', desk.now());
    return `${before.nickname} is now called ${nickname}`;
  };
  return changePlayer(desk, 'players rename', change, closing(desk, work));
}

/** Closes what is reported of a player, and changes nothing. Throws DeskError where nothing is. */
export function seeReports(desk: Pick<Desk, 'db' | 'now'>, change: PlayerChange): Promise<string> {
  return changePlayer(desk, 'players seen', change, async (trx, playerId) => {
    if ((await closeReports(trx, playerId, desk.now())) > 0) return 'The reports are closed';
    throw new DeskError('Nothing is reported of the player');
  });
}

/** Lets a player choose picture and nickname again. Throws DeskError where they may. */
export function liftPlayer(desk: Pick<Desk, 'db' | 'now'>, change: PlayerChange): Promise<string> {
  return changePlayer(desk, 'players lift', change, async (trx, playerId) => {
    if (await liftLocks(trx, playerId, desk.now())) return 'The player may choose again';
    throw new DeskError('Nothing is locked for the player');
  });
}

/** Closes what is reported of a player beside what is done about it. */
function closing({ now }: Pick<Desk, 'now'>, work: Work): Work {
  return async (trx, playerId) => {
    const done = await work(trx, playerId);
    await closeReports(trx, playerId, now());
    return done;
  };
}

/** Does an operator's work on a player who is held, and logs it. Throws DeskError. */
export async function changePlayer(
  { db, now }: Pick<Desk, 'db' | 'now'>,
  command: string,
  { who, why, key }: PlayerChange,
  work: Work,
): Promise<string> {
  const operator = await findOperator(db, key);
  const playerId = await findByWord(db, who);
  return db.transaction().execute(async (trx) => {
    if (!(await lockUndeleted(trx, playerId))) throw noPlayer();
    const done = await work(trx, playerId);
    await logChange(trx, operator, { command, reference: String(playerId), why }, now());
    return done;
  });
}

/** A player by phone or id: ids are shorter than phone numbers. */
export async function findByWord(db: Db, who: string): Promise<number> {
  if (!/^\d{1,9}$/.test(who)) {
    const playerId = await findPlayer(db, readPhone(who));
    if (playerId !== null) return playerId;
    throw new DeskError('There is no account with this phone number');
  }
  const row = await db
    .selectFrom('players')
    .select('id')
    .where('id', '=', Number(who))
    .executeTakeFirst();
  if (!row) throw noPlayer();
  return row.id;
}

export function noPlayer(): DeskError {
  return new DeskError('There is no player with this id');
}
