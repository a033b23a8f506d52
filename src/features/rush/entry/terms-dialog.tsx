import { Dialog } from '../../../components/dialog.tsx';
import { type PrizeOf, usePrizes } from '../../../offer/use-prizes.ts';
import { formatNumber } from '../../../rules/numbers.ts';
import { ADULT_AGE_YEARS } from '../../../rules/players.ts';
import { leastText, mostText, shareText } from '../../../rules/prize-words.ts';
import { WEEKLY_REWARD_BANDS } from '../../../rules/prizes.ts';
import { lastPointsOf } from '../../../rules/tiers.ts';
import {
  RUSH_POINTS_PER_LEVEL,
  RUSH_QUESTIONS,
  RUSH_TIERS,
  rushTimerMs,
} from '../../../rules/tournament.ts';
import { useSignedInPlayer } from '../../../session/use-player.ts';
import styles from './terms-dialog.module.css';

/** The tournament's terms; its reward bands only with what is really paid (game.md#tiers-of-the-day). */
export function TermsDialog({ onClose }: { onClose: () => void }) {
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

/** `up to ₦2,000 for 0 to 499 points, up to ₦3,000 for 500 to 999, …` */
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
