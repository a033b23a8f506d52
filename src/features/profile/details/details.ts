import * as v from 'valibot';
import { type BirthDate, dobOf } from '../../../components/birth-date-field.tsx';
import { GENDERS, type Gender } from '../../../contract/profile.ts';
import type { User } from '../../../contract/user.ts';
import type { ProfileChange } from '../../../outbox/entries.ts';
import { isBirthday } from '../../../rules/age.ts';
import {
  EMAIL_FAULT,
  isEmail,
  isStandInEmail,
  joinedEmojiFault,
  readUsername,
  USERNAME_MAX,
} from '../../../rules/players.ts';

/** What stands in the form (flows.md#profile-page). */
export type Details = BirthDate & {
  name: string;
  email: string;
  gender: Gender;
  state: string;
  city: string;
};

const typedText = v.exactOptional(v.string());

/** What was typed of it and not sent. */
export const detailsDraftSchema = v.object({
  ...{ name: typedText, email: typedText, gender: v.exactOptional(v.picklist(GENDERS)) },
  ...{ day: typedText, month: typedText, year: typedText, state: typedText, city: typedText },
});

/** What is wrong, by the field that says it; the date of birth is one. */
export type DetailsFaults = {
  [Field in 'name' | 'email' | 'dob' | 'state' | 'city']?: string | undefined;
};

/** The email is asked for where the kept one only stands in for it. */
export function isEmailAsked({ email }: Pick<User, 'email'>): boolean {
  return !email || isStandInEmail(email);
}

/** The form as it opens: what is kept, and over it what still waits to be sent. */
export function openDetails({ name }: Pick<User, 'name'>, waiting: ProfileChange = {}): Details {
  const [year = '', month = '', day = ''] = waiting.dob?.split('-') ?? [];
  return {
    name: waiting.name ?? name ?? '',
    email: waiting.email ?? '',
    day,
    month,
    year,
    gender: waiting.gender ?? 'not specified',
    state: waiting.state ?? '',
    city: waiting.city ?? '',
  };
}

/**
 * Reads the form of a player at an instant (epoch ms). Date of birth, gender, state and city are
 * kept once and together: all of them, or none.
 */
export function readDetails(
  details: Details,
  player: Pick<User, 'email' | 'dob'>,
  now: number,
): { change: ProfileChange } | { faults: DetailsFaults } {
  const faults: DetailsFaults = {};
  const name = readUsername(details.name);
  if (name === null) faults.name = nameFault(details.name);
  const email = isEmailAsked(player) ? details.email.trim() : '';
  if (email && !isEmail(email)) faults.email = EMAIL_FAULT;
  const once = player.dob ? {} : readOnce(details, now);
  if ('faults' in once) Object.assign(faults, once.faults);
  if (Object.keys(faults).length > 0 || name === null || 'faults' in once) return { faults };
  return { change: { name, ...(email && { email }), ...once } };
}

function nameFault(typed: string): string {
  if (typed.trim() === '') return 'Enter a nickname';
  const fault = joinedEmojiFault(typed);
  if (fault) return fault;
  return `Use 1 to ${USERNAME_MAX} letters, numbers or signs, but not < > & or "`;
}

type Once = Pick<ProfileChange, 'dob' | 'gender' | 'state' | 'city'>;

function readOnce(details: Details, now: number): Once | { faults: DetailsFaults } {
  const { day, month, year, gender, state, city } = details;
  if (!day && !month && !year && !state && gender === 'not specified') return {};
  const faults: DetailsFaults = {};
  const dob = dobOf(details);
  if (dob === null) faults.dob = 'Enter day, month and year, like 14 / 03 / 1998';
  else if (!isBirthday(dob, now))
    faults.dob = 'Check day, month and year: this is no date of birth';
  if (!state) faults.state = 'Choose your state';
  if (!city) faults.city = 'Choose your city';
  return dob === null || Object.keys(faults).length > 0 ? { faults } : { dob, gender, state, city };
}
