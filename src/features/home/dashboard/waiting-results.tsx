import { useAtomValue } from 'jotai';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { Notice } from '../../../components/notice.tsx';
import { resultsAtom } from '../../../outbox/outbox-atoms.ts';
import { dismissRefused } from '../../../outbox/schedule.ts';
import styles from './waiting-results.module.css';

/** What the outbox holds: results that wait, and results that the server refused. */
export function WaitingResults() {
  const entries = useAtomValue(resultsAtom);
  const waiting = entries.filter(({ refusal }) => !refusal).length;
  const refused = entries.filter(({ refusal }) => refusal);
  return (
    <>
      {waiting > 0 && (
        <p className={styles.queued} role="status">
          <Icon name="cloud-up" />
          {waiting === 1 ? '1 result waiting to send' : `${waiting} results waiting to send`}
        </p>
      )}
      {refused.map(({ key, refusal }) => (
        <Notice
          key={key}
          kind="bad"
          title="A result was not counted"
          action={
            <Button size="sm" colour="line" onClick={() => void dismissRefused(key)}>
              OK
            </Button>
          }
        >
          {refusal?.message}
        </Notice>
      ))}
    </>
  );
}
