import { lagosDate } from '../../src/rules/calendar.ts';
import type { HoldReason } from '../../src/rules/payouts.ts';
import { CASH_HOURS } from '../../src/rules/prizes.ts';
import type { Waiting } from './notices.ts';

/** How a player mends what holds a prize; what they can't mend is not texted. */
export const WAYS_ON: Partial<Record<HoldReason, string>> = {
  'sent-back': 'Your bank sent it back. Check your bank account',
  'no-bank-account': 'Add your bank account',
  'no-birth-date': 'Add your date of birth',
  'proof-round': 'Confirm your win with a few questions',
};

/**
 * What a text says. Naira are `N`: the sign itself is in no SMS alphabet, and makes one text three.
 */
export function textOf({ what, mend_by, ...prize }: Waiting): string {
  const by = mend_by === null ? '' : ` by ${dayAndMonth(mend_by)}`;
  switch (what) {
    case 'won':
      return `Football Mastermind: you won ${wonBy(prize)}. We check it first. ${hours(prize)}`;
    case 'paid':
      return `Football Mastermind: ${amount(prize)} has been sent to you. Reference ${prize.reference}.`;
    case 'lapsing':
      return `Football Mastermind: your prize of ${amount(prize)} still waits for you. Open My winnings${by}, or it lapses.`;
    default: {
      const way = WAYS_ON[what.slice('held '.length) as HoldReason] ?? 'Open My winnings';
      return `Football Mastermind: your prize of ${amount(prize)} waits. ${way}${by}: open My winnings.`;
    }
  }
}

type Prize = Pick<Waiting, 'board' | 'tier' | 'place' | 'kind' | 'net_kobo'>;

function hours({ kind }: Pick<Prize, 'kind'>): string {
  if (kind !== 'cash') return 'Then it comes to this number.';
  return `Cash takes ${CASH_HOURS.least} to ${CASH_HOURS.most} hours after that.`;
}

function wonBy(prize: Prize): string {
  const where = {
    weekly: 'weekly board',
    monthly: 'monthly board',
    rush: `Rush Tier ${prize.tier}`,
    raffle: 'raffle',
  }[prize.board];
  return `${amount(prize)} (${where}, place ${prize.place})`;
}

function amount({ net_kobo, kind }: Prize): string {
  const [whole = '', rest] = (net_kobo / 100).toFixed(2).split('.');
  const naira = whole.replace(/\B(?=(\d{3})+$)/g, ',') + (rest === '00' ? '' : `.${rest}`);
  return kind === 'cash' ? `N${naira}` : `N${naira} of ${kind}`;
}

/** Such as `18/12`. */
function dayAndMonth(at: Date): string {
  const [, month, day] = lagosDate(at.getTime()).split('-');
  return `${day}/${month}`;
}
