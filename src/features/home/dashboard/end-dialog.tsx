import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { ChoiceDialog } from '../../../components/choice-dialog.tsx';
import { toastInfo, toastWarning } from '../../../components/toast.ts';
import { pageClock } from '../../../lib/clock.ts';
import { endStoredRound } from '../../../round/end-stored.ts';
import type { SavedRound } from '../../../round/saved-round.ts';
import { formatNumber } from '../../../rules/numbers.ts';
import { scoreTranscript } from '../../../rules/round.ts';

type Props = { round: SavedRound; onClose: () => void; onEnded: () => void };

/** Ends a game from the dashboard, and says where its coins go (game.md#leaving-a-round). */
export function EndDialog({ round, onClose, onEnded }: Props) {
  const [isEnding, setEnding] = useState(false);
  const { state, terms, questions, category } = round;

  async function end() {
    setEnding(true);
    const ended = await endStoredRound(round, pageClock());
    if (ended) {
      const { coins } = scoreTranscript(terms, questions, ended.rows);
      const back = terms.coinsPerQuestion * questions.length - coins;
      toastInfo(
        `Game ended. ${formatNumber(coins)} coins spent, ${formatNumber(back)} come back to you.`,
      );
    } else toastWarning('This game is open in another tab, or has ended');
    onClose();
    onEnded();
  }

  return (
    <ChoiceDialog
      title="End this game?"
      lead={
        state
          ? `Your points in ${category.name} count. The coins of the questions you have seen are spent, the rest come back.`
          : `Question 1 of ${category.name} counts as missed and costs ${terms.coinsPerQuestion} coins. The rest come back.`
      }
      {...(!isEnding && { onClose })}
    >
      <Button disabled={isEnding} onClick={onClose}>
        Keep it
      </Button>
      <Button colour="danger" loading={isEnding} onClick={end}>
        End it
      </Button>
    </ChoiceDialog>
  );
}
