import type { Profile, ReportReason } from '../../../src/contract/profile.ts';
import { isBirthday } from '../../../src/rules/age.ts';
import { DAY_MS, dayOf, lagosDate } from '../../../src/rules/calendar.ts';
import { citiesOf, STATES } from '../../../src/rules/places.ts';
import { EMAIL_FAULT, isEmail, isStandInEmail } from '../../../src/rules/players.ts';
import type { Db, Trx } from '../../database/tables.ts';
import { tooOften } from '../../http/limits.ts';
import { Refusal } from '../../http/serve.ts';
import { lockCaller, nameFault, readName, refuseLocked } from '../players.ts';
import { type CleanPicture, keepPicture } from './picture.ts';

/** A player's profile fields, in the form in which they are stored. A missing field is `undefined`. */
type CheckedProfile = {
  asOften: { nickname?: string; email?: string; dark?: boolean };
  /** The fields that can be set only while the player's date of birth is not stored yet. */
  once: Pick<Profile, 'dob' | 'gender'> & Place;
};

/** A state, and a city of that state if the player named one. */
type Place = { home_state?: string; home_city?: string | null };

/** Checks the fields of a profile, and refuses the first wrong field. */
export function checkProfile(given: Profile, now: number): CheckedProfile {
  const { name, email, dark, dob, gender } = given;
  if (dob !== undefined && !isBirthday(dob, now)) {
    throw new Refusal(422, 'dob/invalid', 'Enter the day you were born, like 2001-11-18');
  }
  return {
    asOften: {
      ...(name !== undefined && { nickname: readNickname(name) }),
      ...(email !== undefined && { email: readEmail(email) }),
      ...(dark !== undefined && { dark }),
    },
    once: {
      ...(dob !== undefined && { dob }),
      ...(gender !== undefined && { gender }),
      ...readPlace(given),
    },
  };
}

/** Checks that the state and the city are in our lists. Throws Refusal 422 `request/invalid`. */
function readPlace({ state, city }: Profile): Place {
  if (state !== undefined && !STATES.includes(state)) throw badPlace('state: must be a state');
  if (city !== undefined && !citiesOf(state ?? '').includes(city)) {
    throw badPlace('city: must be a city of the state that comes with it');
  }
  // A new state clears the city of the former state.
  return state === undefined ? {} : { home_state: state, home_city: city ?? null };
}

function badPlace(message: string): Refusal {
  return new Refusal(422, 'request/invalid', message);
}

/**
 * Gives a nickname in the form in which it is stored. Throws Refusal 422 `name/invalid` (game.md#usernames).
 */
export function readNickname(given: string): string {
  const nickname = readName(given);
  if (nickname !== null) return nickname;
  throw new Refusal(422, 'name/invalid', nameFault(given, 'nickname'));
}

/**
 * Stores the checked fields, and the picture if the player sent one. Throws Refusal 409 `profile/fixed`, 403
 * `name/locked`, `picture/locked`, 401 `session/required`.
 */
export async function keepProfile(
  trx: Trx,
  playerId: number,
  { asOften, once }: CheckedProfile,
  picture: CleanPicture | null,
  now: number,
): Promise<void> {
  await lockCaller(trx, playerId);
  const choice = { nickname: asOften.nickname, hasPicture: picture !== null };
  await refuseLocked(trx, playerId, choice, now);
  if (Object.keys(once).length > 0) await refuseFixed(trx, playerId);
  const fields = { ...asOften, ...once };
  if (Object.keys(fields).length > 0) {
    await trx.updateTable('players').set(fields).where('id', '=', playerId).execute();
  }
  if (picture !== null) await keepPicture(trx, playerId, picture, now);
}

async function refuseFixed(trx: Trx, playerId: number): Promise<void> {
  const { dob } = await trx
    .selectFrom('players')
    .select('dob')
    .where('id', '=', playerId)
    .executeTakeFirstOrThrow();
  if (dob === null) return;
  const message = 'Your date of birth, gender, state and city are saved and stay as they are';
  throw new Refusal(409, 'profile/fixed', message);
}

/**
 * Gives an email in the form in which it is stored. Throws Refusal 422 `email/invalid`, also for a stand-in
 * email.
 */
function readEmail(given: string): string {
  const email = given.trim();
  if (!isEmail(email) || isStandInEmail(email)) {
    throw new Refusal(422, 'email/invalid', EMAIL_FAULT);
  }
  return email;
}

/**
 * Throws Refusal 422 `email/invalid` for an account that has only a stand-in email
 * (sign-in.md#stand-in-email).
 */
export function requireEmail(kept: string): void {
  if (isStandInEmail(kept)) throw new Refusal(422, 'email/invalid', EMAIL_FAULT);
}

const REPORTS_PER_DAY = 20;
const REPORT_MEMORY_MS = 365 * DAY_MS;

type Report = { reporterId: number; playerId: string; reason: ReportReason };

/**
 * Stores a player's report of another player for the operator; further reports of the same player on the same
 * Lagos day are ignored. Throws Refusal 404 `player/unknown` for an unknown player and for the reporter's own
 * id, 429 `rate/limited` (help.md#reports-of-players).
 */
export async function reportPlayer(
  trx: Trx,
  { reporterId, playerId, reason }: Report,
  now: number,
): Promise<void> {
  const player = await findOther(trx, playerId, reporterId);
  const day = lagosDate(now);
  await lockCaller(trx, reporterId);
  const added = await trx
    .insertInto('player_reports')
    .values({ player_id: player, reporter_id: reporterId, day, reason, at: new Date(now) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!added) return;
  const { reports } = await trx
    .selectFrom('player_reports')
    .select(({ fn }) => fn.countAll<number>().as('reports'))
    .where('reporter_id', '=', reporterId)
    .where('day', '=', day)
    .executeTakeFirstOrThrow();
  if (Number(reports) <= REPORTS_PER_DAY) return;
  const message = 'You have reported many players today. Please try again tomorrow.';
  throw tooOften(Math.ceil((dayOf(now).endsAt - now) / 1000), message);
}

async function findOther(trx: Trx, playerId: string, reporterId: number): Promise<number> {
  const id = /^[1-9]\d{0,14}$/.test(playerId) ? Number(playerId) : null;
  const found =
    id !== null &&
    id !== reporterId &&
    (await trx
      .selectFrom('players')
      .select('id')
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst());
  if (!found) throw new Refusal(404, 'player/unknown', 'There is no such other player');
  return found.id;
}

/** Closes the open reports of a player. Gives the number of reports that it closed. */
export async function closeReports(trx: Trx, playerId: number, now: number): Promise<number> {
  const closed = await trx
    .updateTable('player_reports')
    .set({ closed_at: new Date(now) })
    .where('player_id', '=', playerId)
    .where('closed_at', 'is', null)
    .returning('id')
    .execute();
  return closed.length;
}

/** Deletes reports that are a year old. */
export async function deleteOldReports(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('player_reports')
    .where('at', '<', new Date(now - REPORT_MEMORY_MS))
    .execute();
}
