import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { PageScreen } from '../../components/page.tsx';
import { bankPath, paths } from '../../config/paths.ts';
import type { User } from '../../contract/user.ts';
import { DEFAULT_OFFER, useKnownOffer } from '../../offer/offer.ts';
import { LATE_RESULT_GRACE_MS } from '../../rules/calendar.ts';
import { formatNaira } from '../../rules/money.ts';
import { ADULT_AGE_YEARS } from '../../rules/players.ts';
import { leastText, mostText, shareText } from '../../rules/prize-words.ts';
import { CASH_HOURS, type PrizeRow } from '../../rules/prizes.ts';
import { RUSH_POINTS_PER_LEVEL, RUSH_QUESTIONS, rushTimerMs } from '../../rules/tournament.ts';
import { useSignedInPlayer } from '../../session/session.ts';
import { hours } from './figures.ts';
import styles from './promo-page.module.css';
import { usePrizesToWin } from './use-prizes-to-win.ts';

/** The competitions that questions are about, as promotions name them (game.md#categories). */
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

/** Shows the prizes, conditions and rules of the Millionaire Rush tournament (game.md#promo-page). */
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

/** Lists the conditions of a prize (game.md#who-can-win), and whether the player meets each of them. */
function PaidConditions({ player: { isActive, hasBank } }: { player: User }) {
  const navigate = useNavigate();
  return (
    <ul className={styles.rows}>
      <Row isMet={isActive === true} name="A subscription">
        {isActive ? (
          'Yours is running'
        ) : (
          <Way note="Needed while you play" name="Subscribe" go={() => navigate(paths.billing)} />
        )}
      </Row>
      <Row isMet name="A registered account">
        You have one
      </Row>
      <Row isMet={hasBank === true} name="Bank details">
        {hasBank ? (
          'You have given them'
        ) : (
          <Way note="Needed only to be paid" name="Add" go={() => navigate(bankPath)} />
        )}
      </Row>
      <Row isMet name="One account only">
        One person, one account
      </Row>
    </ul>
  );
}

type RowProps = { isMet: boolean; name: string; children: ReactNode };

function Row({ isMet, name, children }: RowProps) {
  return (
    <li className={isMet ? styles.met : styles.open}>
      <i>
        <Icon name={isMet ? 'check' : 'warn'} size={18} />
      </i>
      <div>
        <span className="vh">{isMet ? 'Done:' : 'Still to do:'} </span>
        {name}
        <div className={styles.note}>{children}</div>
      </div>
    </li>
  );
}

function Way({ note, name, go }: { note: string; name: string; go: () => void }) {
  return (
    <>
      {note}
      <Button size="sm" colour="line" onClick={go}>
        {name}
      </Button>
    </>
  );
}
