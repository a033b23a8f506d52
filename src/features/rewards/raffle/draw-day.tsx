import { Notice } from '../../../components/notice.tsx';
import { PageLink } from '../../../components/page-link.tsx';
import { drawPath } from '../../../config/paths.ts';
import styles from './draw-day.module.css';
import { isClosed } from './draw-times.ts';

type Props = { month: string; isDrawn: boolean; now: number };

/** On the days of the draw: how far it is (game.md#raffle-draw). */
export function DrawDay({ month, isDrawn, now }: Props) {
  if (isDrawn) {
    return (
      <Notice kind="ok" icon="flag" title="The winner is drawn">
        <PageLink to={drawPath(month)} className={styles.link ?? ''}>
          Check the draw
        </PageLink>
      </Notice>
    );
  }
  if (isClosed(now)) {
    return (
      <Notice icon="flag" title="The list is closed">
        The winner is drawn live. Tickets that you win now are for the next draw.
      </Notice>
    );
  }
  return (
    <Notice kind="warn" icon="flag" title="The draw is today">
      Tickets count until 13:00. Then the list is closed.
    </Notice>
  );
}
