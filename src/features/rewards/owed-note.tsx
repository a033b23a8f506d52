import { useQuery } from '@tanstack/react-query';
import { Notice } from '../../components/notice.tsx';
import type { Payout } from '../../contract/payouts.ts';
import { formatKobo } from '../../rules/money.ts';
import { ON_THE_WAY, type PayoutState } from '../../rules/payouts.ts';
import { useSignedInPlayer } from '../../session/session.ts';
import { payoutsQuery } from './payouts.ts';

/** Says what becomes of unpaid prizes if the player deletes the account (account.md#my-data). */
export function OwedNote() {
  const { id } = useSignedInPlayer();
  // A failed read is not reported, because the server refuses to delete an account whose prize is on its way.
  const { data } = useQuery({ ...payoutsQuery(id), meta: {} });
  const coming = owed(data?.payouts, ON_THE_WAY);
  const held = owed(data?.payouts, ['held', 'failed']);
  if (coming > 0) {
    return (
      <Notice kind="warn" role="status" title={`${formatKobo(coming)} is on its way to you`}>
        Wait until it is paid, then delete.
      </Notice>
    );
  }
  if (held === 0) return null;
  return (
    <Notice kind="warn" role="status" title={`${formatKobo(held)} is held for you`}>
      It is lost with the account. My winnings says what it waits for.
    </Notice>
  );
}

/** Adds up what the player would get of the prizes in these states, in kobo. */
function owed(payouts: readonly Payout[] = [], states: readonly PayoutState[]): number {
  return payouts
    .filter(({ state }) => states.includes(state))
    .reduce((sum, { netKobo }) => sum + netKobo, 0);
}
