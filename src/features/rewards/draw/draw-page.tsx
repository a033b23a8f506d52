import { useParams } from 'react-router-dom';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Icon } from '../../../components/icon.tsx';
import { PageLink } from '../../../components/page-link.tsx';
import { PageScreen } from '../../../components/page-screen.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { paths } from '../../../config/paths.ts';
import { DrawCheck } from './draw-check.tsx';
import styles from './draw-page.module.css';
import { DrawSealed } from './draw-sealed.tsx';
import { monthName } from './month-name.ts';
import { useDraw } from './use-draw.ts';
import { canVerify } from './verify.ts';

/** A draw of the raffle, worked out on the phone of whoever asks (game.md#checked-draw). */
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
