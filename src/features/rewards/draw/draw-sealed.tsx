import { type Step, Steps } from '../../../components/steps.tsx';
import type { Draw } from '../../../contract/raffle.ts';
import { serverTime } from '../../../lib/server-clock.ts';
import { dayAndTimeText } from '../../../lib/time.ts';
import styles from './check-steps.module.css';
import { Hash } from './hash.tsx';
import { TicketFinder } from './ticket-finder.tsx';
import { Verdict } from './verdict.tsx';

/** Before the draw: when the list closes, or the seal of the closed one. */
export function DrawSealed({ draw }: { draw: Draw }) {
  const { sealedAt, closesAt, root, seedHash } = draw;
  const now = serverTime();
  const sealed = sealedAt && dayAndTimeText(Date.parse(sealedAt), now);
  const step: Step = {
    is: sealed ? 'done' : 'todo',
    name: 'The list is closed first',
    about: sealed ? (
      <>
        Sealed {sealed}
        {root && <Hash value={root} isWhole />}
      </>
    ) : (
      `It closes ${dayAndTimeText(Date.parse(closesAt), now)}`
    ),
  };
  return (
    <>
      <Verdict is="waiting" title={sealed ? 'Sealed' : 'Not closed yet'}>
        {sealed ? 'The draw comes next' : dayAndTimeText(Date.parse(closesAt), now)}
      </Verdict>
      {sealed && <TicketFinder draw={draw} />}
      <section className={styles.card} aria-label="How it follows">
        <Steps steps={[step]} />
        {seedHash && (
          <p className={styles.seal}>
            The seal of the secret <Hash value={seedHash} isWhole />
          </p>
        )}
      </section>
    </>
  );
}
