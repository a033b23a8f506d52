import { PENDING_KEY } from '../../config/storage-keys.ts';
import { keptText } from '../../lib/kept.ts';

/** Whether a payment of any player may be waiting. It is read before any code of payments is loaded. */
export function hasPending(): boolean {
  return keptText('localStorage', PENDING_KEY).get() !== null;
}
