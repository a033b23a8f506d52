import { useParams } from 'react-router-dom';
import { Icon } from '../../components/icon.tsx';
import { PageLink, PageScreen, Skeleton } from '../../components/page.tsx';
import { EmptyState } from '../../components/screens.tsx';
import { type Step, Steps } from '../../components/steps.tsx';
import { paths } from '../../config/paths.ts';
import type { Draw } from '../../contract/raffle.ts';
import { serverTime } from '../../lib/server-clock.ts';
import { dayAndTimeText } from '../../lib/time.ts';
import checkStepsStyles from './check-steps.module.css';
import { canVerify, monthName, useDraw } from './draw.ts';
import { DrawCheck, Hash, TicketFinder, Verdict } from './draw-check.tsx';
import styles from './draw-page.module.css';

/** Shows a draw of the raffle, which the reader's phone checks (game.md#checked-draw). */
export function DrawPage() {
  const { month = '' } = useParams();
  return <DrawOf key={month} month={month} />;
}

function DrawOf({ month }: { month: string }) {
  const { read, readAgain } = useDraw(month);
  return (
    <PageScreen title="Check the draw" backTo={paths.root}>
      {read.at === 'loading' && <Skeleton shape="block" className={styles.loading} />}
      {read.at === 'none' && (
        <EmptyState
          art={<Icon name="calendar" size={64} />}
          title={`There is no draw of ${monthName(month)}`}
          help="Look at the months before it."
        />
      )}
      {read.at === 'failed' && (
        <EmptyState
          isError
          title="The draw could not be retrieved"
          help="Your network may be down."
          action="Try again"
          onAction={readAgain}
        />
      )}
      {read.at === 'there' &&
        (read.found.draw.state !== 'drawn' ? (
          <DrawSealed draw={read.found.draw} />
        ) : canVerify() ? (
          <DrawCheck key={read.time} found={read.found} onAgain={readAgain} />
        ) : (
          <EmptyState
            art={<Icon name="lock" size={64} />}
            title="This browser cannot check a draw"
            help="Open this page over https, or in a newer browser."
          />
        ))}
      {read.at !== 'loading' && (
        <PageLink to={paths.fairness} className={styles.link ?? ''}>
          How the draw works
        </PageLink>
      )}
    </PageScreen>
  );
}

/** Shows, before the draw, when the list closes or, once it has closed, its seal. */
function DrawSealed({ draw }: { draw: Draw }) {
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
      <section className={checkStepsStyles.card} aria-label="How it follows">
        <Steps steps={[step]} />
        {seedHash && (
          <p className={checkStepsStyles.seal}>
            The seal of the secret <Hash value={seedHash} isWhole />
          </p>
        )}
      </section>
    </>
  );
}
