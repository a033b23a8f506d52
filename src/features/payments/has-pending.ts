import { PENDING_KEY } from '../../config/storage-keys.ts';

/** Whether a payment may be waiting, whoever's it is: read before any code of payments is there. */
export function hasPending(): boolean {
  return readKept() !== null;
}

/** What is kept, unread; `null` where the phone refuses. */
export function readKept(): string | null {
  try {
    return localStorage.getItem(PENDING_KEY);
  } catch {
    return null;
  }
}
