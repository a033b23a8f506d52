import { SUBSCRIPTION_COINS } from '../../src/rules/money.ts';
import { requireSpending } from '../accounts/spending.ts';
import type { CardAnswer } from '../providers/card.ts';
import { expectPayment, failPayment, reopenPayment, settlePayment } from './expected.ts';
import { openCard } from './renewal.ts';
import type { Renewal, RenewalOutcome, Renewing } from './renewal-run.ts';

/** Charges a renewal to the card that its player chose; one whose end is not known is asked about. */
export async function renewByCard(
  { db, card, now }: Renewing,
  renewal: Renewal,
): Promise<RenewalOutcome> {
  const { playerId, phone, plan, kobo, feeKobo, reference, sealedCard } = renewal;
  if (sealedCard === null) return 'refused';
  const authorization = await openCard(db, playerId, sealedCard);
  const charge = () =>
    card.charge(authorization, { reference, kobo: kobo + feeKobo, buyerId: playerId });
  const known = await db
    .selectFrom('payments')
    .select('state')
    .where('reference', '=', reference)
    .executeTakeFirst();
  if (known && known.state !== 'pending' && known.state !== 'failed') {
    return known.state === 'paid' ? 'paid' : 'refused';
  }
  if (!known) {
    const product = `plan-${plan}` as const;
    const priced = { way: 'card' as const, product, coins: SUBSCRIPTION_COINS, kobo, feeKobo };
    const expected = { reference, playerId, phone, door: null, ...priced };
    await db.transaction().execute((trx) => expectPayment(trx, expected, now()));
    return end(await charge());
  }
  const answer = await card.verify(reference);
  if (answer.outcome !== 'none') return end(answer);
  // It never got there: what is charged now must be what the player lets us charge now.
  const wanted = { playerId, reference, kobo: kobo + feeKobo };
  await db.transaction().execute(async (trx) => {
    await requireSpending(trx, wanted, now());
    await reopenPayment(trx, reference);
  });
  return end(await charge());

  async function end(answer: CardAnswer): Promise<RenewalOutcome> {
    if (answer.outcome === 'paid') {
      const taken = { ...answer.payment, way: 'card' as const };
      const standing = await db.transaction().execute((trx) => settlePayment(trx, taken, now()));
      return standing === 'paid' ? 'paid' : 'refused';
    }
    if (answer.outcome !== 'failed') return 'undecided';
    await failPayment(db, reference, 'refused', now());
    return 'refused';
  }
}
