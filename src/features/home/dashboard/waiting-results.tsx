import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { Notice } from '../../../components/notice.tsx';
import type { ResultEntry } from '../../../outbox/entries.ts';
import { dismissRefused } from '../../../outbox/schedule.ts';
import { formatNumber } from '../../../rules/numbers.ts';
import styles from './waiting-results.module.css';

type Props = {
  results: readonly ResultEntry[];
  /** `undefined` while they are on their way. */
  playsLeft: number | undefined;
};

/** How many plays are left today; while results wait for the line, how many do. */
export function PlaysLeft({ results, playsLeft }: Props) {
  const waiting = results.filter(({ refusal }) => !refusal).length;
  return (
    <p className={styles.plays} role="status">
      {waiting > 0 ? (
        <span className={styles.waiting}>
          <Icon name="cloud-up" size={18} />
          {waiting === 1 ? '1 result waiting' : `${waiting} results waiting`}
        </span>
      ) : (
        <>
          <b>{playsLeft === undefined ? '–' : formatNumber(playsLeft)}</b>{' '}
          {playsLeft === 1 ? 'play left' : 'plays left'}
        </>
      )}
    </p>
  );
}

/** The results that the server refused, until the player has seen them. */
export function RefusedResults({ results }: Pick<Props, 'results'>) {
  return results.map(
    ({ key, refusal }) =>
      refusal && (
        <div key={key} className={styles.refused}>
          <Notice
            kind="bad"
            title="A result was not counted"
            action={
              <Button size="sm" colour="line" onClick={() => void dismissRefused(key)}>
                OK
              </Button>
            }
          >
            {refusal.message}
          </Notice>
        </div>
      ),
  );
}
