import type { Profile } from '../../src/contract/profile.ts';
import { isBirthday } from '../../src/rules/age.ts';
import { citiesOf, STATES } from '../../src/rules/places.ts';
import type { Trx } from '../database/tables.ts';
import { Refusal } from '../http/errors.ts';
import type { CleanPicture } from './clean-picture.ts';
import { readEmail } from './email.ts';
import { refuseLocked } from './locks.ts';
import { nameFault, readName } from './names.ts';
import { keepPicture } from './pictures.ts';
import { lockCaller } from './players.ts';

/** What a player says of themselves, as it is kept; what they did not say is `undefined`. */
export type CheckedProfile = {
  asOften: { nickname?: string; email?: string; dark?: boolean };
  /** Taken as long as no date of birth is kept. */
  once: Pick<Profile, 'dob' | 'gender'> & Place;
};

/** A state, with a city of it where one was said. */
type Place = { home_state?: string; home_city?: string | null };

/** Checks a profile's fields by the rules; refuses the first that is wrong. */
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

/** A state and a city of the lists. Throws Refusal 422 `request/invalid`. */
function readPlace({ state, city }: Profile): Place {
  if (state !== undefined && !STATES.includes(state)) throw badPlace('state: must be a state');
  if (city !== undefined && !citiesOf(state ?? '').includes(city)) {
    throw badPlace('city: must be a city of the state that comes with it');
  }
  // What was the city of another state is none of this one.
  return state === undefined ? {} : { home_state: state, home_city: city ?? null };
}

function badPlace(message: string): Refusal {
  return new Refusal(422, 'request/invalid', message);
}

/** A nickname as it is kept. Throws Refusal 422 `name/invalid` (game.md#usernames). */
export function readNickname(given: string): string {
  const nickname = readName(given);
  if (nickname !== null) return nickname;
  throw new Refusal(422, 'name/invalid', nameFault(given, 'nickname'));
}

/**
 * Keeps it, with the picture where one came. Throws Refusal 409 `profile/fixed`, 403 `name/locked`,
 * `picture/locked`, 401 `session/required`.
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
