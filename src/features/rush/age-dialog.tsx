import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type BirthDate, BirthDateField, dobOf } from '../../components/birth-date-field.tsx';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { toastError } from '../../components/toast.ts';
import { isApiError, isNetworkError, NO_NETWORK_MESSAGE } from '../../lib/errors.ts';
import { keyKeeper } from '../../lib/http.ts';
import { serverTime } from '../../lib/server-clock.ts';
import { Under18Note } from '../../offer/under-18-note.tsx';
import { comesOfAgeAt, isAdult, isBirthday } from '../../rules/age.ts';
import { ADULT_AGE_YEARS } from '../../rules/players.ts';
import { putProfile } from '../../session/put-profile.ts';
import { checkSubscription } from '../../subscription/check.ts';
import styles from './age-dialog.module.css';

type Props = { onKept: () => void; onClose: () => void };

/** Asks for the date of birth, once. Without it there is no ticket and no run (game.md#age). */
export function AgeDialog({ onKept, onClose }: Props) {
  const [date, setDate] = useState<BirthDate>({ day: '', month: '', year: '' });
  const [fault, setFault] = useState<string | null>(null);
  const [keyOf] = useState(keyKeeper);
  const keep = useMutation({
    mutationFn: (dob: string) => putProfile({ dob }, keyOf(dob)),
    onSuccess: (_kept, dob) => {
      if (isAdult(dob, serverTime())) onKept();
      else onClose();
    },
    onError: (error) => {
      if (isNetworkError(error)) toastError(NO_NETWORK_MESSAGE);
      else if (isApiError(error, 'profile/fixed')) {
        // Another phone has sent the date already. The newer player from the server brings it.
        void checkSubscription();
        onClose();
      } else setFault(error.message);
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    const dob = dobOf(date);
    if (dob === null) setFault('Enter day, month and year, like 14 / 03 / 1998');
    else if (!isBirthday(dob, serverTime()))
      setFault('Check day, month and year: this is no date of birth');
    else if (!keep.isPending) keep.mutate(dob);
  }

  return (
    <Dialog title={`Are you ${ADULT_AGE_YEARS} or older?`} onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={submit}>
        <p>
          Tickets and cash are for adults. You say your date of birth one time: it stays as it is.
        </p>
        <div>
          <BirthDateField
            value={date}
            error={fault ?? undefined}
            isBusy={keep.isPending}
            onChange={(change) => {
              setFault(null);
              setDate({ ...date, ...change });
            }}
          />
          <Under18Note adultFrom={comesOfAgeAt(dobOf(date), serverTime())} />
        </div>
        <Button type="submit" loading={keep.isPending}>
          Continue
        </Button>
      </form>
    </Dialog>
  );
}
