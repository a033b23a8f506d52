import { setTimeout as pause } from 'node:timers/promises';
import fastifyRateLimit from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';
import { sha256 } from '../crypto/hash.ts';
import { STORE_TIMEOUT_MS, storeClient, within } from '../database/store-connection.ts';
import type { Services } from '../services.ts';
import { REFUSED_AFTER_MS, tooOften } from './address-limits.ts';
import { countedAddress } from './counted-address.ts';
import { type AddForAll, MINUTE_MS, MinuteCounts, TOKEN } from './minute-counts.ts';
import { limitedCalls } from './process-metrics.ts';
import type { App } from './validation.ts';

/** How long a minute's count is kept in the store: clocks differ. */
const KEPT_FOR_S = 120;

/**
 * Each token and each address has so many calls of the API a minute (ADR-0024), counted together by
 * all servers that share a store; what is more is refused with 429 `rate/limited`, in no hurry.
 */
export async function limitCalls(
  app: App,
  { config, sign }: Pick<Services, 'config' | 'sign'>,
): Promise<void> {
  const { rankUrl, playerCallsPerMinute, addressCallsPerMinute } = config;
  const addForAll = rankUrl === null ? null : shareCounts(app, rankUrl, sign);
  await app.register(fastifyRateLimit, {
    global: false,
    store: class extends MinuteCounts {
      constructor() {
        super(addForAll);
      }
    },
  });
  const ofToken = app.createRateLimit({
    max: playerCallsPerMinute,
    timeWindow: MINUTE_MS,
    // Hashed: what stands there may be long.
    keyGenerator: ({ headers }) => `${TOKEN}${sha256(headers.authorization ?? '')}`,
  });
  const ofAddress = app.createRateLimit({
    max: addressCallsPerMinute,
    timeWindow: MINUTE_MS,
    keyGenerator: (request) => `address ${countedAddress(request)}`,
  });
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.endpoint === undefined) return;
    // One that floods uses up nothing of what the players of its address share.
    if (request.headers.authorization !== undefined) await refuseAbove(ofToken, request, 'player');
    await refuseAbove(ofAddress, request, 'address');
  });
}

type Limit = ReturnType<App['createRateLimit']>;

async function refuseAbove(limit: Limit, request: FastifyRequest, by: string): Promise<void> {
  const count = await limit(request);
  if (count.isAllowed || !count.isExceeded) return;
  limitedCalls.inc({ by });
  await pause(REFUSED_AFTER_MS, null, { ref: false });
  throw tooOften(count.ttlInSeconds);
}

/** Counts in the Valkey or Redis that the boards have too; names are signed, so that no address is kept. */
function shareCounts(app: App, url: string, sign: Services['sign']): AddForAll {
  const client = storeClient(url);
  // While it is away each server counts its own; who opens the ranking says so.
  client.on('error', () => {});
  client.connect().catch(() => {});
  app.addHook('onClose', async () => client.destroy());
  return async (name, by) => {
    const key = `football-mastermind:calls:${sign('address', name)}`;
    const [calls] = await within(
      STORE_TIMEOUT_MS,
      client.multi().incrBy(key, by).expire(key, KEPT_FOR_S).exec(),
    );
    return Number(calls);
  };
}
