import { useAtomValue } from 'jotai';
import { memo, useState } from 'react';
import { Bar } from '../../../components/bar.tsx';
import { IconButton } from '../../../components/button.tsx';
import { Chip } from '../../../components/chip.tsx';
import { Coin } from '../../../components/coin.tsx';
import { cx } from '../../../components/cx.ts';
import { Icon } from '../../../components/icon.tsx';
import { toastInfo } from '../../../components/toast.ts';
import { outcomesAtom } from '../../../outbox/outbox-atoms.ts';
import type { SavedRound } from '../../../round/saved-round.ts';
import { formatNumber } from '../../../rules/numbers.ts';
import { rightRun } from '../../../rules/right-run.ts';
import { type RoundState, scoreTranscript } from '../../../rules/round.ts';
import { useSignedInPlayer } from '../../../session/use-player.ts';
import styles from './quiz-bar.module.css';
import { useCount } from './use-count.ts';

type Props = {
  round: SavedRound;
  state: RoundState;
  number: number;
  /** How many questions have been shown: each costs its coins. */
  seen: number;
  onLeave: () => void;
};

/** The bar of a game: the way out, which question it is, the run, the booster, points and coins. */
export const QuizBar = memo(function QuizBar({ round, state, number, seen, onLeave }: Props) {
  const { points } = scoreTranscript(state.terms, state.questions, state.rows);
  const coins = useCoins(round, seen);
  return (
    <Bar ground="stage">
      <IconButton icon="close" aria-label="Leave the game" onClick={onLeave} />
      <p className={styles.count}>
        {number} <small>of {state.questions.length}</small>
      </p>
      <RunChip run={rightRun(state)} />
      {/* No dialog: the clock runs on. */}
      <Chip icon="bolt" tone="gold" label="2x Boost" onClick={() => toastInfo('Coming Soon')}>
        2x
      </Chip>
      <p className={styles.purse} translate="no">
        <span className="vh">{`${formatNumber(points)} points, ${formatNumber(coins)} coins`}</span>
        <span aria-hidden="true">
          <b>
            <Counting figure={points} />
          </b>{' '}
          <small>pts</small>
        </span>
        <span aria-hidden="true" className={styles.coins}>
          <Coin size={14} />
          <Counting figure={coins} />
        </span>
      </p>
    </Bar>
  );
});

/** By itself: while it counts nothing else of the bar is rendered again. */
function Counting({ figure }: { figure: number }) {
  return formatNumber(useCount(figure));
}

/** What can be spent and what is held for this round, less what its questions have cost so far. */
function useCoins({ key, issued, terms, questions }: SavedRound, seen: number): number {
  const { pointBalance } = useSignedInPlayer();
  const isCounted = useAtomValue(outcomesAtom)[key]?.state === 'counted';
  const balance = pointBalance ?? 0;
  // Then the balance has it all.
  if (isCounted) return balance;
  const held = issued ? terms.coinsPerQuestion * questions.length : 0;
  return Math.max(0, balance + held - terms.coinsPerQuestion * seen);
}

/** From two right answers in a row; one that is broken fades. */
function RunChip({ run }: { run: number }) {
  const [shown, setShown] = useState(0);
  if (run >= 2 && run !== shown) setShown(run);
  if (shown === 0) return null;
  const isBroken = run < 2;
  return (
    <p className={cx(styles.run, isBroken && styles.broken)} aria-hidden={isBroken}>
      <Icon name="check" size={16} />
      {shown}
      <span className={styles.words}> in a row</span>
    </p>
  );
}
