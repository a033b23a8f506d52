import { type FormEvent, useEffect, useRef, useState } from 'react';
import * as v from 'valibot';
import { type BirthDate, BirthDateField, dobOf } from '../../components/birth-date-field.tsx';
import { Button } from '../../components/button.tsx';
import { EmailField, SelectField, TextField } from '../../components/field.tsx';
import { Hint } from '../../components/rows.tsx';
import { useLoaded } from '../../components/screens.tsx';
import { GENDERS, type Gender } from '../../contract/profile.ts';
import type { User } from '../../contract/user.ts';
import { ApiError, isApiError, isUnanswered } from '../../lib/errors.ts';
import { newKey } from '../../lib/new-key.ts';
import { serverTime } from '../../lib/server-clock.ts';
import { Under18Note } from '../../offer/under-18-note.tsx';
import type { ProfileChange } from '../../outbox/entries.ts';
import { queueProfile } from '../../outbox/schedule.ts';
import { comesOfAgeAt, isBirthday } from '../../rules/age.ts';
import {
  countLetters,
  cutName,
  EMAIL_FAULT,
  isEmail,
  isStandInEmail,
  joinedEmojiFault,
  readUsername,
  USERNAME_MAX,
} from '../../rules/players.ts';
import { keepDraft, readDraft } from '../../session/drafts.ts';
import { putProfile } from '../../session/put-profile.ts';
import { isSignedInAs } from '../../session/session.ts';
import styles from './details.module.css';

const loadPlaceFields = () => import('./place-fields.tsx').then((part) => part.PlaceFields);

const GENDER_NAMES: Record<Gender, string> = {
  male: 'Male',
  female: 'Female',
  other: 'Other',
  'not specified': 'Rather not say',
};

type Props = {
  player: User;
  /** The form's text over the kept values, until the player types. */
  begun: ProfileChange | undefined;
  isBusy: boolean;
  onSubmit: (change: ProfileChange) => void;
};

/** The player's own words about themselves (profile.md#profile-page). */
export function DetailsForm({ player, begun, isBusy, onSubmit }: Props) {
  const [typed, setTyped] = useState<Partial<Details>>(
    () => readDraft(player.id, 'profile', detailsDraftSchema) ?? {},
  );
  const [faults, setFaults] = useState<DetailsFaults>({});
  const form = useRef<HTMLFormElement>(null);
  const isTried = useRef(false);
  const details: Details = { ...openDetails(player, begun), ...typed };
  const isOnce = !player.dob;
  const PlaceFields = useLoaded(isOnce ? loadPlaceFields : null);

  useEffect(() => {
    keepDraft(player.id, 'profile', Object.keys(typed).length > 0 ? typed : null);
  }, [player.id, typed]);

  // The keyboard goes to the first mistake; never while somebody types.
  useEffect(() => {
    if (!isTried.current) return;
    isTried.current = false;
    if (Object.keys(faults).length === 0) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]:not(:disabled)')?.focus();
  }, [faults]);

  function change(changed: Partial<Details>) {
    setTyped((before) => ({ ...before, ...changed }));
    setFaults((before) => {
      const left = { ...before };
      for (const field of Object.keys(changed)) delete left[faultOf(field as keyof Details)];
      return left;
    });
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    const read = readDetails(details, player, serverTime());
    isTried.current = true;
    setFaults('faults' in read ? read.faults : {});
    if ('change' in read) onSubmit(read.change);
  }

  return (
    <form ref={form} className={styles.form} noValidate onSubmit={submit}>
      <TextField
        label="Nickname"
        aside={`${countLetters(details.name)} of ${USERNAME_MAX}`}
        name="nickname"
        autoComplete="nickname"
        enterKeyHint="done"
        required
        readOnly={isBusy}
        value={details.name}
        error={faults.name}
        onChange={({ target }) => change({ name: cutName(target.value) })}
      />
      {isEmailAsked(player) && (
        <EmailField
          value={details.email}
          error={faults.email}
          readOnly={isBusy}
          hint="So that we can reach you about your account. You may leave it empty."
          onChange={(email) => change({ email })}
        />
      )}
      {isOnce && (
        <>
          <div>
            <BirthDateField value={details} error={faults.dob} isBusy={isBusy} onChange={change} />
            <Under18Note adultFrom={comesOfAgeAt(dobOf(details), serverTime())} />
          </div>
          <SelectField
            label="Gender"
            name="gender"
            value={details.gender}
            disabled={isBusy}
            onChange={({ target }) => change({ gender: target.value as Gender })}
          >
            {GENDERS.map((gender) => (
              <option key={gender} value={gender}>
                {GENDER_NAMES[gender]}
              </option>
            ))}
          </SelectField>
          {PlaceFields ? (
            <PlaceFields value={details} faults={faults} isBusy={isBusy} onChange={change} />
          ) : (
            <div className={styles.coming} />
          )}
          <Hint icon="lock">
            You set your date of birth, gender, state and city one time. Check them well.
          </Hint>
        </>
      )}
      <Button type="submit" loading={isBusy}>
        Update
      </Button>
    </form>
  );
}

/** The field that reports the fault of a part of the form. */
function faultOf(field: keyof Details): keyof DetailsFaults {
  if (field === 'day' || field === 'month' || field === 'year') return 'dob';
  return field === 'gender' ? 'state' : field;
}

/** The form's values (profile.md#profile-page). */
export type Details = BirthDate & {
  name: string;
  email: string;
  gender: Gender;
  state: string;
  city: string;
};

const typedText = v.exactOptional(v.string());

/** The values that were typed and not sent. */
const detailsDraftSchema = v.object({
  ...{ name: typedText, email: typedText, gender: v.exactOptional(v.picklist(GENDERS)) },
  ...{ day: typedText, month: typedText, year: typedText, state: typedText, city: typedText },
});

/** The form's faults, by field; the date of birth is one field. */
export type DetailsFaults = {
  [Field in 'name' | 'email' | 'dob' | 'state' | 'city']?: string | undefined;
};

/** The email is asked for where the kept one is only a stand-in. */
function isEmailAsked({ email }: Pick<User, 'email'>): boolean {
  return !email || isStandInEmail(email);
}

/** The form as it opens: the kept values, and over them those that still wait to be sent. */
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

/** The result of a change: kept, with the server's message, or waiting, on the phone or in memory. */
export type Saved = { state: 'kept'; message: string } | { state: 'saved' } | { state: 'held' };

/**
 * Saves a player's changes (profile.md#profile-page); without an answer the outbox goes on with the
 * same key. Throws ApiError when it is refused.
 */
export async function saveProfile(
  change: ProfileChange,
  playerId: string,
  key: string,
): Promise<Saved> {
  // A phone that knows it has no network needs no 30 seconds to find out.
  const isTried = navigator.onLine;
  if (isTried) {
    try {
      const said = await putProfile(change, key);
      return { state: 'kept', message: said || 'Profile updated' };
    } catch (error) {
      if (isApiError(error, 'profile/fixed')) await keepTheRest(change);
      if (!isUnanswered(error)) throw error;
    }
  }
  // Signed out meanwhile, in this tab or another: nothing personal stays behind (account.md#logout).
  if (!isSignedInAs(playerId)) throw new ApiError('You are signed out', 401, 'session/required');
  const isSaved = await queueProfile(change, playerId, isTried ? key : null);
  return { state: isSaved ? 'saved' : 'held' };
}

/** Another phone has set the date of birth: the reply brings it, and the fields go. */
async function keepTheRest(change: ProfileChange): Promise<void> {
  const { dob: _dob, gender: _gender, state: _state, city: _city, ...rest } = change;
  await putProfile(rest, newKey()).catch(() => undefined);
}
