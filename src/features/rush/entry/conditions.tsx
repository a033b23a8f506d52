import { Icon } from '../../../components/icon.tsx';
import type { Contest } from '../../../contract/misc.ts';
import { ContestLines } from '../../../offer/contest-lines.tsx';
import { usePrizes } from '../../../offer/use-prizes.ts';
import { ADULT_AGE_YEARS } from '../../../rules/players.ts';
import { leastText, shareText } from '../../../rules/prize-words.ts';
import { useSignedInPlayer } from '../../../session/use-player.ts';
import styles from './conditions.module.css';

/** Who may play, what a bad line does, and who runs it by which permit. */
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
