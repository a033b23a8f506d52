import { type BankDetails, openBankAccount, SHOWN_DIGITS } from '../accounts/bank-accounts.ts';
import type { Services } from '../services.ts';
import { judge } from './conditions.ts';
import { type Payout, takePayout } from './payout.ts';
import { step } from './step.ts';

/** A payout that is being sent, and where cash goes. */
export type Sending = { payout: Payout; account: BankDetails | null };

/**
 * Has an approved payout sent, if all conditions are still met: what it gives is to be sent, once,
 * under the payout's reference. `null` for one that is held now, is not approved, or is another
 * process's.
 */
export async function startSending(
  services: Pick<Services, 'db' | 'vault' | 'now' | 'config'>,
  id: number,
  isByHand: boolean,
): Promise<Sending | null> {
  const { db, now, config } = services;
  if (!config.isContestOpen) return null;
  const at = now();
  return db.transaction().execute(async (trx) => {
    const payout = await takePayout(trx, id);
    if (payout?.state !== 'approved') return null;
    const reasons = await judge(trx, config, payout, at);
    if (reasons.length > 0) {
      await step(trx, payout, { event: 'held', by: 'check', reasons }, at);
      return null;
    }
    const account =
      payout.kind === 'cash' ? await openBankAccount(trx, services, payout.player_id) : null;
    const to = account && {
      hash: account.hash,
      bankName: account.bankName,
      ending: account.acctNumber.slice(-SHOWN_DIGITS),
    };
    return {
      payout: await step(trx, payout, { event: 'sent', by: 'sender', account: to, isByHand }, at),
      account,
    };
  });
}
