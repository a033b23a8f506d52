import type { PaymentState } from '../database/money-tables.ts';
import type { Services } from '../services.ts';
import { findCollection } from './collections.ts';
import { failPayment, settlePayment } from './expected.ts';

type Asking = Pick<Services, 'db' | 'mobileMoney' | 'now'>;

/** A payment that the service does not know of by then never reached it. */
const UNKNOWN_AFTER_MS = 15 * 60_000;

/** What the service may still have to say something about: it may have taken what it refused. */
const OPEN: readonly PaymentState[] = ['pending', 'failed', 'refused'];

/**
 * Asks the service how a payment stands and credits or fails it by its answer, once. Gives how it
 * stands then, `null` where it is no mobile-money payment. Throws ProviderError where no answer
 * comes: nothing has changed.
 */
export async function askCollection(
  { db, mobileMoney, now }: Asking,
  reference: string,
): Promise<PaymentState | null> {
  const payment = await findCollection(db, reference);
  if (payment === null || !OPEN.includes(payment.state)) return payment?.state ?? null;
  const answer = await mobileMoney.standing(reference);
  if (answer.status === 'success') {
    const taken = { reference, kobo: answer.kobo, currency: 'NGN', way: 'mobile-money' as const };
    await db.transaction().execute((trx) => settlePayment(trx, taken, now()));
  } else if (
    answer.status === 'failed' ||
    (answer.status === 'unknown' && now() - payment.created_at.getTime() > UNKNOWN_AFTER_MS)
  ) {
    await failPayment(db, reference, 'failed', now());
  } else {
    await db
      .updateTable('payments')
      .set({ asked_at: new Date(now()) })
      .where('reference', '=', reference)
      .where('state', '=', 'pending')
      .execute();
  }
  return (await findCollection(db, reference))?.state ?? null;
}
