import type { Payout } from '../../../contract/payouts.ts';
import { clockText, dayText } from '../../../lib/time.ts';
import { lagosDate } from '../../../rules/calendar.ts';
import { CASH_HOURS } from '../../../rules/prizes.ts';
import { standingOf } from './standing.ts';

/** A step of a prize on its way: how it is, and when it was, or what is known of when. */
export type PathStep = {
  name: 'Won' | 'Checked' | 'Sent' | 'Paid';
  is: 'done' | 'now' | 'held' | 'bad' | 'todo';
  when: string;
};

const NOT_YET = 'Not yet';

/** Won, checked, sent, paid: how far a prize has come at `now`, in epoch milliseconds (game.md#payouts). */
export function pathSteps(payout: Payout, now: number): PathStep[] {
  const { state, wonAt, approvedAt, sentAt, paidAt } = payout;
  const standing = standingOf(payout);
  const isChecked = approvedAt !== null;
  const isStopped = standing === 'held' || standing === 'over';
  const stop = standing === 'held' ? ('held' as const) : ('bad' as const);
  const stopText = { held: 'Held', failed: 'Sent back', refused: 'No', lapsed: 'Lapsed' };
  const stopped = { is: stop, when: stopText[state as keyof typeof stopText] };

  const checked: Pick<PathStep, 'is' | 'when'> = isChecked
    ? { is: 'done', when: momentOf(approvedAt, now) }
    : isStopped
      ? stopped
      : { is: 'now', when: checkedByText(payout, now) };
  const sent: Pick<PathStep, 'is' | 'when'> =
    state === 'paid'
      ? { is: 'done', when: momentOf(sentAt ?? paidAt, now) }
      : !isChecked
        ? { is: 'todo', when: NOT_YET }
        : isStopped
          ? stopped
          : { is: 'now', when: sentAt ? momentOf(sentAt, now) : 'Next' };
  const paid: Pick<PathStep, 'is' | 'when'> =
    state === 'paid'
      ? { is: 'done', when: momentOf(paidAt, now) }
      : { is: 'todo', when: standing === 'on-its-way' ? paidByText(payout, now) : NOT_YET };

  return [
    { name: 'Won', is: 'done', when: momentOf(wonAt, now) },
    { name: 'Checked', ...checked },
    { name: 'Sent', ...sent },
    { name: 'Paid', ...paid },
  ];
}

/** `Mon 17 Nov`; of today `Today 08:10`. */
function momentOf(at: string | null, now: number): string {
  if (at === null) return '';
  const instant = Date.parse(at);
  return lagosDate(instant) === lagosDate(now)
    ? `Today ${clockText(instant)}`
    : dayText(instant, now);
}

function checkedByText({ checkedBy }: Payout, now: number): string {
  return checkedBy ? `by ${dayText(Date.parse(checkedBy), now)}` : 'Now';
}

/** Cash takes so long from the check on; what is late says no day any more. */
function paidByText({ approvedAt, kind }: Payout, now: number): string {
  if (approvedAt === null || kind !== 'cash') return NOT_YET;
  const by = Date.parse(approvedAt) + CASH_HOURS.most * 3_600_000;
  return by > now ? `by ${dayText(by, now)}` : NOT_YET;
}
