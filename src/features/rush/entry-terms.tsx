import { Dialog } from '../../components/dialog.tsx';
import { Icon } from '../../components/icon.tsx';
import { IconTile } from '../../components/marks.tsx';
import type { Contest } from '../../contract/misc.ts';
import { ContestLines, type PrizeOf, usePrizes } from '../../offer/prizes-offer.tsx';
import { formatNumber } from '../../rules/numbers.ts';
import { ADULT_AGE_YEARS } from '../../rules/players.ts';
import { leastText, mostText, shareText } from '../../rules/prize-words.ts';
import { WEEKLY_REWARD_BANDS } from '../../rules/prizes.ts';
import { lastPointsOf } from '../../rules/tiers.ts';
import {
  POWER_UPS,
  RUSH_POINTS_PER_LEVEL,
  RUSH_QUESTIONS,
  RUSH_TIERS,
  rushTimerMs,
} from '../../rules/tournament.ts';
import { useSignedInPlayer } from '../../session/session.ts';
import styles from './entry-terms.module.css';
import { POWER_UP_WORDS } from './power-ups.ts';

/** Says who may play, how a bad connection counts, and who runs the contest by which permit. */
export function Conditions({ contest }: { contest: Contest | null }) {
  const prize = usePrizes(useSignedInPlayer())('rush');
  const least = prize && leastText(prize);
  const share = prize && shareText(prize);
  return (
    <section>
      <h2 className={styles.heading}>Good to know</h2>
      <ul className={styles.rows}>
        {[
          `For subscribers of ${ADULT_AGE_YEARS} years or more, with one account each.`,
          'One wrong answer, or time that runs out, ends the run. The points you have won count.',
          'If network goes for longer than the time left, the run ends. Play on good network.',
          'A ticket that is not played stays. If our server fails, it comes back.',
          ...(least ? [`A tier of the day pays with ${least}.`] : []),
          ...(share ? [share] : []),
          'Your bank account is asked for only when you are paid.',
        ].map((line) => (
          <li key={line}>
            <Icon name="check" size={18} />
            <span>{line}</span>
          </li>
        ))}
      </ul>
      <ContestLines {...contest} />
    </section>
  );
}

/** The tournament's terms. They name rewards only if prizes are really paid (game.md#tiers-of-the-day). */
export function TournamentTerms({ onClose }: { onClose: () => void }) {
  const prizeOf = usePrizes(useSignedInPlayer());
  const first = prizeOf('rush');
  const least = first && leastText(first);
  const share = first && shareText(first);
  return (
    <Dialog variant="tall" title="Terms & Condition" onClose={onClose}>
      <div className={styles.terms}>
        <p>
          <b>{ADULT_AGE_YEARS}+</b> You must be {ADULT_AGE_YEARS} or older, subscribed and
          registered, with one account. Your bank account is needed only to be paid.
        </p>
        <section>
          <h3>The run</h3>
          <ul>
            <li>One ticket is one run of {RUSH_QUESTIONS} questions, from easy to hard.</li>
            <li>
              You have {rushTimerMs(1) / 1000} seconds for each,{' '}
              {rushTimerMs(RUSH_QUESTIONS) / 1000} after question 10. Our server keeps the time.
            </li>
            <li>A wrong answer, no answer in time or leaving ends the run.</li>
            <li>
              Each level answered right adds {RUSH_POINTS_PER_LEVEL} points. What you have won
              counts, however the run ends.
            </li>
            <li>If network goes for longer than the time left, the run ends.</li>
            <li>A run that our server had to end gives its ticket back.</li>
          </ul>
        </section>
        <section>
          <h3>Tournament reward bands</h3>
          <ul className={styles.bands}>
            {WEEKLY_REWARD_BANDS.map(({ upTo, tournamentText }, index) => (
              <li key={upTo}>
                <span>{bandText(WEEKLY_REWARD_BANDS[index - 1]?.upTo ?? 0, upTo)}</span>
                <b>×{tournamentText}</b>
              </li>
            ))}
          </ul>
          {first && (
            <p>
              Cash is paid by the day's tiers: {tiersText(prizeOf)}. The first {first.places} of
              each tier win{least && `, with ${least}`}. {share && `${share} `}The points of all
              your runs of the day set your tier.
            </p>
          )}
        </section>
      </div>
    </Dialog>
  );
}

/** The tiers in words: `up to ₦2,000 for 0 to 499 points, up to ₦3,000 for 500 to 999, …` */
function tiersText(prizeOf: PrizeOf): string {
  return RUSH_TIERS.flatMap(({ tier, fromPoints }, index) => {
    const prize = prizeOf('rush', tier);
    if (!prize) return [];
    const last = lastPointsOf(RUSH_TIERS, index);
    const points = Number.isFinite(last)
      ? `${formatNumber(fromPoints)} to ${formatNumber(last)}`
      : `${formatNumber(fromPoints)} and more`;
    return [`${mostText(prize)} for ${points} points`];
  }).join(', ');
}

function bandText(before: number, upTo: number): string {
  if (!Number.isFinite(upTo)) return `Above ${formatNumber(before)} points`;
  return before === 0
    ? `Up to ${formatNumber(upTo)} points`
    : `${formatNumber(before + 1)} to ${formatNumber(upTo)} points`;
}

/** The four power-ups, and the effect of each. */
export function PowerUpList() {
  return (
    <section>
      <h2 className={styles.powerUpsHeading}>{POWER_UPS.length} power-ups, one use each</h2>
      <ul className={styles.powerUps}>
        {POWER_UPS.map((powerUp) => {
          const { name, icon, about } = POWER_UP_WORDS[powerUp];
          return (
            <li key={powerUp} className={styles.row}>
              <IconTile name={icon} look="gold" />
              <p>
                <b>{name}</b> <span>{about}</span>
              </p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
