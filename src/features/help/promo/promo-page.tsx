import { useNavigate } from 'react-router-dom';
import { Button } from '../../../components/button.tsx';
import { PageScreen } from '../../../components/page-screen.tsx';
import { paths } from '../../../config/paths.ts';
import { DEFAULT_OFFER } from '../../../offer/offer.ts';
import { useKnownOffer } from '../../../offer/use-known-offer.ts';
import { LATE_RESULT_GRACE_MS } from '../../../rules/calendar.ts';
import { formatNaira } from '../../../rules/money.ts';
import { ADULT_AGE_YEARS } from '../../../rules/players.ts';
import type { PrizeRow } from '../../../rules/prize-table.ts';
import { leastText, mostText, shareText } from '../../../rules/prize-words.ts';
import { CASH_HOURS } from '../../../rules/prizes.ts';
import { RUSH_POINTS_PER_LEVEL, RUSH_QUESTIONS, rushTimerMs } from '../../../rules/tournament.ts';
import { useSignedInPlayer } from '../../../session/use-player.ts';
import { hours } from '../figures.ts';
import { usePrizesToWin } from '../use-prizes-to-win.ts';
import { PaidConditions } from './paid-conditions.tsx';
import styles from './promo-page.module.css';

/** What questions are about, as promotions name it (game.md#categories). */
const COMPETITIONS = [
  'English Premier League',
  'UEFA Champions League',
  'FIFA World Cup',
  'African Cup of Nations',
  'La Liga',
  'Bundesliga',
  'Serie A',
  'Ligue 1',
];

/** The promo of Millionaire Rush: what is won, for whom, by which rules (game.md#promo-page). */
export function PromoPage() {
  const { daily } = usePrizesToWin();
  const player = useSignedInPlayer();
  const navigate = useNavigate();
  const top = daily.at(-1);
  return (
    <PageScreen title="Millionaire Rush promo" backTo={paths.home} flush>
      <section className={`on-night ${styles.hero}`}>
        {top && <p className={styles.top}>Top player daily {mostText(top)}</p>}
        <p className={styles.age}>
          <b>{ADULT_AGE_YEARS}+</b> Cash {CASH_HOURS.least} to {CASH_HOURS.most} hours after it is
          approved
        </p>
      </section>
      <div className={styles.page}>
        <h2 className={styles.heading}>To be paid you need</h2>
        <PaidConditions player={player} />
        <h2 className={styles.heading}>The rules</h2>
        <ol className={styles.rules}>
          {useRules(daily).map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ol>
        <h2 className={styles.heading}>Eight competitions</h2>
        <ul className={styles.eight}>
          {COMPETITIONS.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      </div>
      <div className={styles.bar}>
        <Button size="lg" onClick={() => navigate(paths.home)}>
          Go home
        </Button>
      </div>
    </PageScreen>
  );
}

function useRules(daily: readonly PrizeRow[]): string[] {
  const { prices } = useKnownOffer() ?? DEFAULT_OFFER;
  const [first] = daily;
  const minimum = first && leastText(first);
  const share = first && shareText(first);
  return [
    `Buy a ticket for ${formatNaira(prices.rushTicket)}; a card adds its fee of 1.5 %.`,
    `Answer ${RUSH_QUESTIONS} questions, ${rushTimerMs(1) / 1000} seconds each, ${rushTimerMs(RUSH_QUESTIONS) / 1000} after question 10.`,
    `Each right answer adds ${RUSH_POINTS_PER_LEVEL} points. Your runs of one day are added up.`,
    ...(first
      ? [
          `The top ${first.places} of each tier win: ${daily.map((row) => `Tier ${row.tier} ${mostText(row)}`).join(', ')}.`,
        ]
      : []),
    ...(minimum ? [`A tier pays with ${minimum} that day.`] : []),
    ...(share ? [share] : []),
    `Results are final ${hours(LATE_RESULT_GRACE_MS)} hours after the day ends.`,
  ];
}
