import { dayText } from '../lib/time.ts';
import { ADULT_AGE_YEARS, isAdult, isBirthday } from '../rules/players.ts';
import styles from './under-18-note.module.css';

/** Says that somebody born on a complete date can't be paid yet, and from when they can (game.md#age). */
export function Under18Note({ dob }: { dob: string | null }) {
  const now = Date.now();
  const isYoung = dob !== null && isBirthday(dob, now) && !isAdult(dob, now);
  return (
    <div role="status">
      {isYoung && (
        <p className={styles.note}>
          <span className={styles.mark} aria-hidden="true">
            18+
          </span>
          <span>
            <b>Under 18: we cannot pay you yet</b>
            You can still play for points. Tickets and cash open for you on{' '}
            {dayText(adultFrom(dob), now)}.
          </span>
        </p>
      )}
    </div>
  );
}

/** Noon of the 18th birthday; who was born on 29 February has it on 1 March in other years. */
function adultFrom(dob: string): number {
  const [year = 0, month = 1, day = 1] = dob.split('-').map(Number);
  return Date.UTC(year + ADULT_AGE_YEARS, month - 1, day, 12);
}
