import { newKey } from './new-key.ts';

/**
 * Idempotency keys by payload: the same keeps its key, so a second press after a dropped reply is
 * the same call; another gets a new one.
 */
export function keyKeeper(): (payload: unknown) => string {
  let last = { payload: '', key: '' };
  return (payload) => {
    const text = JSON.stringify(payload);
    if (last.payload !== text) last = { payload: text, key: newKey() };
    return last.key;
  };
}
