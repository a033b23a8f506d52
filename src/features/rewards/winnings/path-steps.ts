import type { StepState } from '../../../components/step-disc.tsx';
import type { Payout } from '../../../contract/payouts.ts';
import { clockText, dayText } from '../../../lib/time.ts';
import { lagosDate } from '../../../rules/calendar.ts';
import type { PayoutState } from '../../../rules/payouts.ts';
import { CASH_HOURS } from '../../../rules/prizes.ts';

/** A step of a prize on its way: how it is, and when it was, or what is known of when. */
export type PathStep = {
  name: 'Won' | 'Checked' | 'Sent' | 'Paid';
  is: Exclude<StepState, 'bad'>;
  when: string;
};

type Progress = Pick<PathStep, 'is' | 'when'>;

const NOT_YET: Progress = { is: 'todo', when: 'Not yet' };

/** Where a prize stands still: at the first step that is not done. */
const STOPS: Partial<Record<PayoutState, Progress>> = {
  held: { is: 'held', when: 'Held' },
  failed: { is: 'held', when: 'Sent back' },
  refused: { is: 'over', when: 'Stopped' },
  lapsed: { is: 'over', when: 'Lapsed' },
};

/** Won, checked, sent, paid: how far a prize has come at `now`, in epoch milliseconds (game.md#payouts). */
export function pathSteps(payout: Payout, now: number): PathStep[] {
  const { state, wonAt, approvedAt, sentAt, paidAt } = payout;
  const stop = STOPS[state];
  const done = (at: string | null): Progress => ({ is: 'done', when: momentOf(at, now) });
  const steps = (checked: Progress, sent = NOT_YET, paid = NOT_YET): PathStep[] => [
    { name: 'Won', ...done(wonAt) },
    { name: 'Checked', ...checked },
    { name: 'Sent', ...sent },
    { name: 'Paid', ...paid },
  ];

  if (state === 'paid') return steps(done(approvedAt), done(sentAt ?? paidAt), done(paidAt));
  if (approvedAt === null) return steps(stop ?? { is: 'now', when: checkedByText(payout, now) });
  if (stop) return steps(done(approvedAt), stop);
  const sending: Progress = { is: 'now', when: sentAt ? momentOf(sentAt, now) : 'Next' };
  return steps(done(approvedAt), sending, { is: 'todo', when: paidByText(payout, now) });
}

/** `Mon 17 Nov`; of today `Today 08:10`. */
function momentOf(at: string | null, now: number): string {
  if (at === null) return '';
  const instant = Date.parse(at);
  return lagosDate(instant) === lagosDate(now)
    ? `Today ${clockText(instant)}`
    : shortDay(instant, now);
}

function checkedByText({ checkedBy }: Payout, now: number): string {
  return checkedBy ? `by ${shortDay(Date.parse(checkedBy), now)}` : 'Now';
}

/** Cash takes so long from the check on; what is late says no day any more. */
function paidByText({ approvedAt, kind }: Payout, now: number): string {
  if (approvedAt === null || kind !== 'cash') return NOT_YET.when;
  const by = Date.parse(approvedAt) + CASH_HOURS.most * 3_600_000;
  return by > now ? `by ${shortDay(by, now)}` : NOT_YET.when;
}

/** `Mon 17 Nov`, which breaks behind the weekday alone. */
function shortDay(at: number, now: number): string {
  return dayText(at, now).replaceAll(/(\d) /g, '$1\u00a0');
}
