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
  /** A change that the form shows instead of the saved values, until the player types. */
  begun: ProfileChange | undefined;
  isBusy: boolean;
  onSubmit: (change: ProfileChange) => void;
};

/** The form of the player's details: name, email, date of birth, place (profile.md#profile-page). */
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

  // After a try to save, the focus moves to the first mistake. It never moves while somebody types.
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

/** Gives the field that shows the fault of a part of the form. */
function faultOf(field: keyof Details): keyof DetailsFaults {
  if (field === 'day' || field === 'month' || field === 'year') return 'dob';
  return field === 'gender' ? 'state' : field;
}

/** The values in the form's fields (profile.md#profile-page). */
export type Details = BirthDate & {
  name: string;
  email: string;
  gender: Gender;
  state: string;
  city: string;
};

const typedText = v.exactOptional(v.string());

/** The values that were typed and not yet sent. */
const detailsDraftSchema = v.object({
  ...{ name: typedText, email: typedText, gender: v.exactOptional(v.picklist(GENDERS)) },
  ...{ day: typedText, month: typedText, year: typedText, state: typedText, city: typedText },
});

/** The form's faults by field. The date of birth counts as a single field. */
export type DetailsFaults = {
  [Field in 'name' | 'email' | 'dob' | 'state' | 'city']?: string | undefined;
};

/** Whether the form asks for the email: if the player has none, or only a stand-in. */
function isEmailAsked({ email }: Pick<User, 'email'>): boolean {
  return !email || isStandInEmail(email);
}

/** Gives the values of the form when it opens. Values that wait to be sent replace the saved ones. */
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
 * Reads a player's form at `now` (epoch ms). Date of birth, gender, state and city are saved only once and
 * only together.
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

/** The result of a change. `kept`: the server has it. `saved`: it waits on the phone. `held`: in memory. */
export type Saved = { state: 'kept'; message: string } | { state: 'saved' } | { state: 'held' };

/**
 * Saves a player's changes (profile.md#profile-page). If no answer comes, the outbox sends them again with
 * the same key. Throws ApiError if the server refuses them.
 */
export async function saveProfile(
  change: ProfileChange,
  playerId: string,
  key: string,
): Promise<Saved> {
  // A phone that knows it is offline does not wait 30 seconds for the call to fail.
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
  // If the player signed out meanwhile, in any tab, nothing personal is stored (account.md#logout).
  if (!isSignedInAs(playerId)) throw new ApiError('You are signed out', 401, 'session/required');
  const isSaved = await queueProfile(change, playerId, isTried ? key : null);
  return { state: isSaved ? 'saved' : 'held' };
}

/** Saves the rest of a change whose date of birth was refused, because another phone has already set it. */
async function keepTheRest(change: ProfileChange): Promise<void> {
  const { dob: _dob, gender: _gender, state: _state, city: _city, ...rest } = change;
  await putProfile(rest, newKey()).catch(() => undefined);
}
