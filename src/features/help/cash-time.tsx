import { CASH_HOURS } from '../../rules/prizes.ts';

/** How long a prize is on its way (game.md#payouts). */
export function CashTime() {
  return (
    <p>
      We check every winner. Cash reaches your bank account {CASH_HOURS.least} to {CASH_HOURS.most}{' '}
      hours after it is approved.
    </p>
  );
}
