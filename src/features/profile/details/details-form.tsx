import { type FormEvent, useEffect, useRef, useState } from 'react';
import { BirthDateField, dobOf } from '../../../components/birth-date-field.tsx';
import { Button } from '../../../components/button.tsx';
import { EmailField } from '../../../components/email-field.tsx';
import { SelectField, TextField } from '../../../components/field.tsx';
import { Hint } from '../../../components/hint.tsx';
import { useLoaded } from '../../../components/use-loaded.ts';
import { GENDERS, type Gender } from '../../../contract/profile.ts';
import type { User } from '../../../contract/user.ts';
import { serverTime } from '../../../lib/server-clock.ts';
import { Under18Note } from '../../../offer/under-18-note.tsx';
import type { ProfileChange } from '../../../outbox/entries.ts';
import { comesOfAgeAt } from '../../../rules/age.ts';
import { countLetters, cutName, USERNAME_MAX } from '../../../rules/players.ts';
import { keepDraft, readDraft } from '../../../session/drafts.ts';
import {
  type Details,
  type DetailsFaults,
  detailsDraftSchema,
  isEmailAsked,
  openDetails,
  readDetails,
} from './details.ts';
import styles from './details-form.module.css';

const loadPlaceFields = () => import('./place-fields.tsx').then((part) => part.PlaceFields);

const GENDER_NAMES: Record<Gender, string> = {
  male: 'Male',
  female: 'Female',
  other: 'Other',
  'not specified': 'Rather not say',
};

type Props = {
  player: User;
  /** What stands in it over what is kept, until the player types. */
  begun: ProfileChange | undefined;
  isBusy: boolean;
  onSubmit: (change: ProfileChange) => void;
};

/** The player's own words about themselves (flows.md#profile-page). */
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

/** The field that says what is wrong with a part of the form. */
function faultOf(field: keyof Details): keyof DetailsFaults {
  if (field === 'day' || field === 'month' || field === 'year') return 'dob';
  return field === 'gender' ? 'state' : field;
}
