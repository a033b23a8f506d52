import { useEffect } from 'react';
import { Button } from '../../components/button.tsx';
import { ChoiceDialog } from '../../components/choice-dialog.tsx';
import type { MadeGood } from '../../contract/payouts.ts';
import { formatNumber } from '../../rules/numbers.ts';
import { noteSeen } from './note-seen.ts';

type Props = { madeGood: MadeGood; onClose: () => void };

/** Shows a player's compensation for questions that were wrong (game.md#withdrawn-questions). */
export function CompensationDialog({ madeGood, onClose }: Props) {
  const { questions, until: madeGoodUntil } = madeGood;
  useEffect(() => {
    // If this call is lost, the next opening of the dashboard shows the message again.
    void noteSeen([], madeGoodUntil).catch(() => undefined);
  }, [madeGoodUntil]);
  const what =
    questions === 1
      ? 'A question in your games was wrong.'
      : 'Some questions in your games were wrong.';
  return (
    <ChoiceDialog title="We made it right" lead={`${what} ${gotText(madeGood)}`} onClose={onClose}>
      <Button onClick={onClose}>OK</Button>
    </ChoiceDialog>
  );
}

/** Says what the player gets: `You get 5 points and 10 coins.` */
function gotText({ points, coins, tickets }: MadeGood): string {
  const got = [
    points > 0 && `${formatNumber(points)} points`,
    coins > 0 && `${formatNumber(coins)} coins`,
    tickets === 1 && '1 ticket of Millionaire Rush',
    tickets > 1 && `${formatNumber(tickets)} tickets of Millionaire Rush`,
  ].filter((one) => one !== false);
  const last = got.pop();
  if (last === undefined) return 'You owe nothing for it.';
  return got.length === 0 ? `You get ${last}.` : `You get ${got.join(', ')} and ${last}.`;
}
