import { PageLink } from '../../../components/page-link.tsx';
import { paths } from '../../../config/paths.ts';
import { RUSH_QUESTIONS } from '../../../rules/tournament.ts';
import { useBrand } from '../../../session/use-brand.ts';
import { useSignedInPlayer } from '../../../session/use-player.ts';
import styles from './rush-card.module.css';

/** The way into Millionaire Rush, for whoever can win its cash. */
export function RushCard() {
  const { prizes } = useBrand();
  const tickets = useSignedInPlayer().rushTickets ?? 0;
  if (!prizes.includes('daily-cash')) return null;
  return (
    <PageLink to={paths.rush} className={styles.card ?? ''}>
      <svg
        viewBox="0 0 132 80"
        preserveAspectRatio="xMaxYMax meet"
        className={styles.steps}
        aria-hidden="true"
      >
        <path
          className={styles.edge}
          opacity=".5"
          d="M0 80V70h22V58h22V46h22V34h22V22h22V10h22v70z"
        />
        <circle className={styles.ball} cx="70" cy="30" r="15.5" />
        <path
          className={styles.patches}
          d="M71.1 23.6L76.4 29.1L72.9 35.9L65.3 34.5L64.3 26.9ZM66.6 15.1L71.9 19L78.3 17.2A15.5 15.5 0 0 0 66.6 15.1ZM83.1 22.1L81.1 28.4L84.7 34A15.5 15.5 0 0 0 83.1 22.1ZM81.5 40L74.9 40L70.8 45.2A15.5 15.5 0 0 0 81.5 40ZM64 44.1L62 37.8L55.7 35.5A15.5 15.5 0 0 0 64 44.1ZM54.8 28.7L60.1 24.8L60.4 18.1A15.5 15.5 0 0 0 54.8 28.7Z"
        />
        <path
          className={styles.seams}
          strokeWidth="1.7"
          d="M71.1 23.6L72 18.4M76.4 29.1L81.7 28.4M72.9 35.9L75.2 40.6M65.3 34.5L61.5 38.2M64.3 26.9L59.6 24.5"
        />
      </svg>
      <span className={styles.words}>
        <b>Millionaire Rush</b> <span>{aboutRush(tickets)}</span>
      </span>
    </PageLink>
  );
}

function aboutRush(tickets: number): string {
  if (tickets === 0) return `${RUSH_QUESTIONS} questions. Daily cash.`;
  return tickets === 1 ? '1 ticket is waiting' : `${tickets} tickets are waiting`;
}
