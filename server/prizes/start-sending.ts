import { openBankAccount, SHOWN_DIGITS } from '../accounts/bank-accounts.ts';
import type { Services } from '../services.ts';
import { judge } from './conditions.ts';
import { type Payout, takePayout } from './payout.ts';
import { isAwaitingSearch } from './restored.ts';
import { prizeName, sendReference } from './send-reference.ts';
import { step } from './step.ts';

/**
 * Has an approved payout sent, if all conditions are still met: what it gives is to be sent, once,
 * as its `sent_as`. `null` for one that is held now, is not approved, or is another process's.
 */
export async function startSending(
  services: Pick<Services, 'db' | 'vault' | 'now' | 'config'>,
  id: number,
  isByHand: boolean,
): Promise<Payout | null> {
  const { db, now, config } = services;
  if (!config.isContestOpen) return null;
  const at = now();
  return db.transaction().execute(async (trx) => {
    const payout = await takePayout(trx, id);
    if (payout?.state !== 'approved' || (await isAwaitingSearch(trx, id))) return null;
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
    const sentAs = sendReference(await prizeName(trx, payout), payout.failures);
    return step(trx, payout, { event: 'sent', by: 'sender', sentAs, account: to, isByHand }, at);
  });
}
