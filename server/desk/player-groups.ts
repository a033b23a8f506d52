import { forgetTries } from '../accounts/challenges.ts';
import { readPhone } from '../accounts/players.ts';
import { endSessionsIn } from '../accounts/sessions.ts';
import { type Answer, type Desk, DeskError, type Typed } from './desk.ts';
import { findPlayers, showPassbook, showRounds, showSignIns } from './find-player.ts';
import { findOperator, logChange } from './operators.ts';
import { changePlayer, hidePicture, liftPlayer, renamePlayer, seeReports } from './players.ts';
import { showFlaggedRuns } from './show-flagged-runs.ts';
import { showLocks } from './show-locks.ts';
import { showPlayerReports } from './show-player-reports.ts';
import { USAGE } from './usage.ts';

export async function players(
  desk: Desk,
  { command, given, and, why, key }: Typed,
): Promise<Answer> {
  if (command === 'reports' && given === null && why === null) {
    return { lines: await showPlayerReports(desk.db) };
  }
  if (command === 'runs' && given === null && why === null) {
    return { lines: await showFlaggedRuns(desk.db) };
  }
  if (command === 'locks' && given === null && why === null) {
    return { lines: await showLocks(desk.db, desk.now()) };
  }
  if (given && why === null) {
    if (command === 'find') return { lines: await findPlayers(desk.db, given) };
    if (command === 'passbook') return { lines: await showPassbook(desk, given, and) };
    if (command === 'rounds') return { lines: await showRounds(desk.db, given) };
  }
  if (given && why) {
    const change = { who: given, why, key };
    if (command === 'hide-picture') return { lines: [await hidePicture(desk, change)] };
    if (command === 'lift') return { lines: [await liftPlayer(desk, change)] };
    if (command === 'seen') return { lines: [await seeReports(desk, change)] };
    if (command === 'rename' && and) return { lines: [await renamePlayer(desk, change, and)] };
  }
  throw new DeskError(USAGE.players);
}

export async function sessions(desk: Desk, { command, given, why, key }: Typed): Promise<Answer> {
  if (command === 'of' && given && why === null) {
    return { lines: await showSignIns(desk, given) };
  }
  if (command === 'end' && given && why) {
    const change = { who: given, why, key };
    const line = await changePlayer(desk, 'sessions end', change, async (trx, playerId) => {
      return `Sign-ins ended: ${await endSessionsIn(trx, playerId)}`;
    });
    return { lines: [line] };
  }
  if (command === 'unlock' && given && why) {
    return { lines: [await unlockNumber(desk, { phone: readPhone(given), why, key })] };
  }
  throw new DeskError(USAGE.sessions);
}

/** Lets a number try codes again, whether or not it has an account, and logs it. Throws DeskError. */
async function unlockNumber(
  { db, now }: Desk,
  { phone, why, key }: { phone: string; why: string; key: string | null },
): Promise<string> {
  const operator = await findOperator(db, key);
  return db.transaction().execute(async (trx) => {
    if (!(await forgetTries(trx, phone))) {
      throw new DeskError('No codes of this number were asked for of late: nothing is locked');
    }
    await logChange(trx, operator, { command: 'sessions unlock', reference: phone, why }, now());
    return 'The number has its codes and tries of the day again. Tell the player to ask for a code now.';
  });
}
