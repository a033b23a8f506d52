import { isApiError } from '../../../lib/errors.ts';
import { serverTime } from '../../../lib/server-clock.ts';
import { type PendingPayment, readPending } from '../pending-payment.ts';
import { refusalOf } from '../said-by.ts';
import { askPayment } from './ask-payment.ts';

/** A payment that has been paid after all, or refused for good in the server's `words`. */
export type EndedPayment = { payment: PendingPayment; words: string | null };

/**
 * Asks about the player's earlier payments by card before another one begins: one that was paid in a
 * window that was closed is told, and nobody pays twice for not knowing. Gives the first that is paid
 * or refused. Throws where one cannot be asked about now.
 */
export async function findEnded(playerId: string): Promise<EndedPayment | null> {
  for (const payment of readPending(playerId, serverTime())) {
    if (payment.way !== 'card') continue;
    try {
      if ((await askPayment(payment)) === 'paid') return { payment, words: null };
    } catch (error) {
      const words = refusalOf(error);
      if (words) return { payment, words };
      // An API without the call never says: that must not keep anybody from paying.
      if (!isApiError(error) || error.status !== 404) throw error;
    }
  }
  return null;
}
