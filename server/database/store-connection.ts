import { setTimeout as after } from 'node:timers/promises';
import { createClient, type RedisClientType } from '@redis/client';
import { StartError } from '../config/start-error.ts';

/** A store that takes longer counts as not answering; the database is asked instead. */
export const STORE_TIMEOUT_MS = 1_000;

/** How long the first connection may take, with all its tries. */
const CONNECT_PATIENCE_MS = 5_000;

/**
 * Replies of a store that answers and refuses us, so that waiting would change nothing. A full store is
 * waited for.
 */
const REFUSED =
  /^(WRONGPASS|NOAUTH|NOPERM|DENIED|ERR (AUTH|Client sent AUTH|invalid password|DB index))/;

/**
 * Makes a client that reconnects by itself once it was told to connect. While it is not connected, calls fail
 * at once.
 */
function storeClient(url: string): RedisClientType {
  return createClient({
    url,
    disableOfflineQueue: true,
    socket: { connectTimeout: STORE_TIMEOUT_MS, reconnectStrategy: 500 },
  }) as RedisClientType;
}

/**
 * Connects to a Valkey or Redis. If the store does not answer within a few seconds, `onAway` is called, and
 * the client keeps trying; until it succeeds, calls fail at once. Throws StartError if the store refuses us,
 * or if it does not answer and there is no `onAway`.
 */
export async function connectStore(
  url: string,
  onAway?: (reason: string) => void,
): Promise<RedisClientType> {
  const client = storeClient(url);
  let reason = 'nothing answers there';
  // The client replaces a broken connection; until then every call fails at once.
  client.on('error', (error: Error) => {
    reason = error.message || reason;
  });
  try {
    await within(CONNECT_PATIENCE_MS, client.connect());
  } catch (error) {
    if (error instanceof Error && REFUSED.test(error.message)) reason = error.message;
    const { hostname, port } = new URL(url);
    const what = `RANK_URL (${hostname}:${port || '6379'}) cannot be used: ${reason}.`;
    if (!onAway || REFUSED.test(reason)) {
      client.destroy();
      throw new StartError(what);
    }
    onAway(what);
  }
  return client;
}

/** Gives the result of work that ends in time, and otherwise throws. The work is not stopped. */
export async function within<Value>(ms: number, work: Promise<Value>): Promise<Value> {
  const timer = new AbortController();
  const late = after(ms, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`there was no answer within ${ms} ms`);
  });
  late.catch(() => {});
  work.catch(() => {});
  try {
    return await Promise.race([work, late]);
  } finally {
    timer.abort();
  }
}
