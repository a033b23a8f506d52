import type { Step } from '../../../components/steps.tsx';
import type { Payout } from '../../../contract/payouts.ts';
import { dayAndTimeText } from '../../../lib/time.ts';
import { CASH_HOURS } from '../../../rules/prizes.ts';
import { standingOf } from '../winnings/standing.ts';

const CASH_TIME = `${CASH_HOURS.least} to ${CASH_HOURS.most} hours after the check`;

/** What happens next with wins, told by the one that has the most before it. */
export function nextSteps(wins: readonly Payout[], now: number): Step[] {
  const held = wins.find((payout) => standingOf(payout) === 'held');
  const checking = wins.find((payout) => standingOf(payout) === 'checking');
  const isPaid = wins.every((payout) => standingOf(payout) === 'paid');
  const isCash = wins.every(({ kind }) => kind === 'cash');
  const toBank = isCash ? 'We send it to your bank' : 'We send it to you';
  const inBank = isCash ? 'It is in your bank' : 'It is there';
  const checked: Step = { is: 'done', name: 'The result is checked', about: 'It counts' };
  const coming = (name: string, about: string): Step => ({ is: 'todo', name, about });

  if (held) {
    return [
      { is: 'held', name: 'It waits for you', about: 'My winnings says what we need' },
      coming(toBank, 'When that is done'),
      coming(inBank, isCash ? CASH_TIME : 'Soon after'),
    ];
  }
  if (checking) {
    const by = checking.checkedBy && Date.parse(checking.checkedBy);
    return [
      {
        is: 'now',
        name: 'We check the result',
        about: by ? `Done by ${dayAndTimeText(by, now)}` : 'It takes a day at most',
      },
      coming(toBank, 'When the check is done'),
      coming(inBank, isCash ? CASH_TIME : 'Soon after'),
    ];
  }
  return [
    checked,
    isPaid
      ? { is: 'done', name: 'It is sent', about: 'My winnings says where to' }
      : { is: 'now', name: toBank, about: 'My winnings says how far it is' },
    isPaid
      ? { is: 'done', name: inBank, about: 'Enjoy it' }
      : coming(inBank, isCash ? CASH_TIME : 'Soon after'),
  ];
}
