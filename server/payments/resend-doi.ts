import { doiWaitSeconds } from '../../src/rules/doi.ts';
import { tooOften } from '../http/address-limits.ts';
import { Refusal } from '../http/errors.ts';
import type { Services } from '../services.ts';
import { countPrompt } from './wallet-limits.ts';

type Asking = Pick<Services, 'db' | 'mobileMoney' | 'sign' | 'now'>;

/**
 * Has a player's pending payment prompted once more. Gives `ended` where it waits for no yes, and
 * `refused` where the service sends none. Throws Refusal 404 `payment/unknown`, 429 `rate/limited`
 * before its time, ProviderError.
 */
export async function resendDoi(
  services: Asking,
  { reference, playerId }: { reference: string; playerId: number },
): Promise<'sent' | 'refused' | 'ended'> {
  const { db, mobileMoney, now } = services;
  const at = now();
  const before = await db.transaction().execute(async (trx) => {
    const payment = await trx
      .selectFrom('payments')
      .selectAll()
      .where('reference', '=', reference)
      .where('player_id', '=', playerId)
      .where('way', '=', 'mobile-money')
      .forUpdate()
      .executeTakeFirst();
    if (!payment) throw unknownPayment();
    const { state, payer, prompts, prompted_at: promptedAt } = payment;
    if (state !== 'pending' || payer === null || promptedAt === null) return null;
    const seconds = secondsLeft(prompts, promptedAt, at);
    if (seconds > 0) throw tooOften(seconds, `You can send it again in ${seconds} s`);
    await countPrompt(trx, services, payer);
    await trx
      .updateTable('payments')
      .set({ prompts: prompts + 1, prompted_at: new Date(at) })
      .where('reference', '=', reference)
      .execute();
    return { prompts, promptedAt };
  });
  if (before === null) return 'ended';
  const answer = await mobileMoney.sendDoi(reference);
  if (answer === 'refused') {
    // Nothing was sent, so nothing is to be waited for.
    await db
      .updateTable('payments')
      .set({ prompts: before.prompts, prompted_at: before.promptedAt })
      .where('reference', '=', reference)
      .where('prompts', '=', before.prompts + 1)
      .execute();
  }
  return answer;
}

/** In how many seconds a payment's prompt can be sent again: 0 for now; `null` where it never can. */
export async function resendAfter(
  { db, now }: Pick<Services, 'db' | 'now'>,
  reference: string,
): Promise<number | null> {
  const payment = await db
    .selectFrom('payments')
    .select(['prompts', 'prompted_at'])
    .where('reference', '=', reference)
    .where('state', '=', 'pending')
    .executeTakeFirst();
  if (!payment?.prompted_at) return null;
  return Math.max(0, secondsLeft(payment.prompts, payment.prompted_at, now()));
}

function secondsLeft(prompts: number, promptedAt: Date, now: number): number {
  return Math.ceil((promptedAt.getTime() - now) / 1000 + doiWaitSeconds(prompts));
}

export function unknownPayment(): Refusal {
  return new Refusal(404, 'payment/unknown', 'There is no such payment');
}
