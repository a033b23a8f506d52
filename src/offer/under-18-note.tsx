import { serverTime } from '../lib/server-clock.ts';
import { dayText } from '../lib/time.ts';
import styles from './under-18-note.module.css';

/** `adultFrom` is in epoch milliseconds; `null` for an adult, or for a date that is not complete. */
type Props = { adultFrom: number | null };

/** Says, below a date of birth, that a player born then can't be paid yet, and from when they can. */
export function Under18Note({ adultFrom }: Props) {
  return (
    <div role="status">
      {adultFrom !== null && (
        <p className={styles.note}>
          <span className={styles.mark} aria-hidden="true">
            18+
          </span>
          <span>
            <b>Under 18: we cannot pay you yet</b>
            You can still play for points. Tickets and cash open for you on{' '}
            {dayText(adultFrom, serverTime())}.
          </span>
        </p>
      )}
    </div>
  );
}
