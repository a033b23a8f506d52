import { newKey } from './new-key.ts';

/**
 * Idempotency keys by what is sent: the same payload keeps its key, so that a second press after a
 * dropped reply is the same call; another payload gets a new one.
 */
export function keyKeeper(): (payload: unknown) => string {
  let last = { payload: '', key: '' };
  return (payload) => {
    const text = JSON.stringify(payload);
    if (last.payload !== text) last = { payload: text, key: newKey() };
    return last.key;
  };
}
