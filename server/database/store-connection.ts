import { setTimeout as after } from 'node:timers/promises';
import { createClient, type RedisClientType } from '@redis/client';
import { StartError } from '../config/start-error.ts';

/** A store that takes longer does not answer: the database does. */
export const STORE_TIMEOUT_MS = 1_000;

/** How long the first connection may take, its repetitions included. */
const CONNECT_PATIENCE_MS = 5_000;

/** Replies of a store that is there and does not take us: waiting would change nothing. A full one is waited for. */
const REFUSED =
  /^(WRONGPASS|NOAUTH|NOPERM|DENIED|ERR (AUTH|Client sent AUTH|invalid password|DB index))/;

/** A client that connects again whenever it has to, once it is told to; until then calls fail at once. */
function storeClient(url: string): RedisClientType {
  return createClient({
    url,
    disableOfflineQueue: true,
    socket: { connectTimeout: STORE_TIMEOUT_MS, reconnectStrategy: 500 },
  }) as RedisClientType;
}

/**
 * Connects to a Valkey or Redis. One that is away is waited for a moment, then `onAway` is told and it
 * is tried on and on: until then calls fail at once. Throws StartError where it does not take us, or
 * is away and nobody is to be told.
 */
export async function connectStore(
  url: string,
  onAway?: (reason: string) => void,
): Promise<RedisClientType> {
  const client = storeClient(url);
  let reason = 'nothing answers there';
  // A connection that breaks is made anew; until then every call fails at once.
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

/** The result of work that ends in time; the work may go on after that. */
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
