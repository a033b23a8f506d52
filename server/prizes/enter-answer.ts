import type { TransferAnswer } from '../providers/transfers.ts';
import type { Services } from '../services.ts';
import { type Payout, takePayout } from './payout.ts';
import { step } from './step.ts';

/** What a provider of money, airtime or data has said of one sending. */
export type SendAnswer = TransferAnswer;

/** Takes a payout on its way as far as its provider says; of an earlier sending it says nothing any more. */
export async function enterAnswer(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { id, sends }: Pick<Payout, 'id' | 'sends'>,
  answer: SendAnswer,
): Promise<void> {
  const at = now();
  await db.transaction().execute(async (trx) => {
    const payout = await takePayout(trx, id);
    if (payout?.state !== 'sending' || payout.sends !== sends) return;
    const said = 'message' in answer ? answer.message.slice(0, 300) : null;
    await trx.updateTable('payouts').set({ said }).where('id', '=', id).execute();
    switch (answer.outcome) {
      case 'paid':
        await step(trx, payout, { event: 'paid', by: 'sender' }, at);
        return;
      case 'failed':
      case 'bad-account':
        await step(trx, payout, { event: 'sent-back', by: 'sender' }, at);
    }
  });
}
