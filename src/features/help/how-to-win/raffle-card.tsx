import { Card } from '../../../components/card.tsx';
import { PageLink } from '../../../components/page-link.tsx';
import { paths } from '../../../config/paths.ts';
import { ordinal } from '../../../rules/numbers.ts';
import { ADULT_AGE_YEARS } from '../../../rules/players.ts';
import type { PrizeRow } from '../../../rules/prize-table.ts';
import {
  POINTS_PER_RAFFLE_TICKET,
  RAFFLE_STREAK_DAYS,
  RAFFLE_TICKET_PLAY,
} from '../../../rules/prizes.ts';
import { prizeText } from '../figures.ts';
import styles from '../help-page.module.css';

/** The month's raffle and its tickets (game.md#raffle-tickets). */
export function RaffleCard({ raffle }: { raffle: PrizeRow }) {
  return (
    <Card small title="Raffle draw">
      <p className={styles.big}>{prizeText(raffle)}</p>
      <p>
        Drawn every month on the 29th at 13:00, for players of {ADULT_AGE_YEARS} or older. You get a
        ticket
      </p>
      <ul className={styles.dots}>
        <li>for each {POINTS_PER_RAFFLE_TICKET} points,</li>
        <li>for each {RAFFLE_STREAK_DAYS} days in a row with a game,</li>
        <li>for your {ordinal(RAFFLE_TICKET_PLAY)} game of a day.</li>
      </ul>
      <p className={styles.more}>
        <PageLink to={paths.rewards}>My tickets</PageLink>
      </p>
    </Card>
  );
}
