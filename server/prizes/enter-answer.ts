import type { Services } from '../services.ts';
import type { SendAnswer } from './ask-provider.ts';
import { type Payout, takePayout } from './payout.ts';
import { step } from './step.ts';

/** Takes a payout on its way as far as its provider says; of an earlier sending it says nothing any more. */
export async function enterAnswer(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { id, sent_as }: Pick<Payout, 'id' | 'sent_as'>,
  answer: SendAnswer,
): Promise<void> {
  const at = now();
  await db.transaction().execute(async (trx) => {
    const payout = await takePayout(trx, id);
    if (payout?.state !== 'sending' || payout.sent_as !== sent_as) return;
    const said = 'message' in answer ? answer.message.slice(0, 300) : null;
    await trx.updateTable('payouts').set({ said }).where('id', '=', id).execute();
    switch (answer.outcome) {
      case 'paid':
        await step(trx, payout, { event: 'paid', by: 'sender' }, at);
        return;
      case 'failed':
        await step(trx, payout, { event: 'sent-back', by: 'sender', hasLeft: true }, at);
        return;
      case 'bad-account':
        await step(trx, payout, { event: 'sent-back', by: 'sender', hasLeft: false }, at);
    }
  });
}
