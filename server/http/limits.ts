import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Config } from '../config/config.ts';
import type { Services } from '../services.ts';
import { callerOf, countedAddress, countedNetworks } from './callers.ts';
import { count, countAll, HOUR_MS, hourOf } from './hour-counts.ts';
import { limitedCalls } from './metrics.ts';
import { type App, Refusal } from './serve.ts';

/** The calls that an address may make only so often in an hour. */
type LimitedCall =
  | 'code'
  | 'code-try'
  | 'campaign'
  | 'contact'
  | 'wallet-hint'
  | 'own-data'
  | 'draw-list'
  | 'client-report';

type Counting = Pick<Services, 'db' | 'config' | 'sign' | 'now'>;

/**
 * The operator cannot set this: at this rate, somebody who guesses six-digit codes on ever new numbers needs
 * over a year for a hit. It leaves room for what hundreds of phones mistype.
 */
const WRONG_TRIES_PER_HOUR = 100;
/**
 * An address where many people sign in has many phones behind it: each right code allows it this many more
 * codes and wrong tries.
 */
const MORE_FOR_EACH_RIGHT = 2;
/** Each such hint is kept for the operator; hints about our own payments are not counted. */
const STRAY_HINTS_PER_HOUR = 60;
/** Each reads all that is kept about a player. */
const OWN_DATA_PER_HOUR = 10;
/** A million codes each time; phones of one mobile network share addresses. */
const LISTS_PER_HOUR = 60;
/** They are told apart by the day alone, so many of a large network can go without being heard. */
const REPORTS_PER_HOUR = 1000;
/** For all addresses together: a hit in a thousand hours, and more than a large network mistypes. */
const ALARMING_TRIES_PER_HOUR = 1000;
/** A caller that asks again at once would keep the server busy with refusing. */
const REFUSED_AFTER_MS = 1000;

/**
 * Counts a call of an address (kept as its signature) in the hour of the clock, in the database,
 * since servers hold no state; of IPv6 in each network that may be one customer's. Throws Refusal 429
 * `rate/limited` once the hour's calls are used up.
 */
export async function countCall(
  services: Counting,
  request: FastifyRequest,
  kind: LimitedCall,
): Promise<void> {
  // A refused call counts for no wider network: it would shut out the others there.
  for (const who of whoIs(services, request)) await countAs(services, kind, who);
}

/** The same of a player, wherever they call from. */
export async function countPlayersCall(
  services: Counting,
  playerId: number,
  kind: LimitedCall,
): Promise<void> {
  const hash = services.sign('address', `player ${playerId}`);
  await countAs(services, kind, { hash, times: 1, suffix: '' });
}

/** The network or player that is counted. Kinds of wider networks have a suffix, and are in no sum of all calls. */
type Who = { hash: string; times: number; suffix: '' | '/56' | '/48' };

function whoIs({ sign }: Pick<Services, 'sign'>, request: FastifyRequest): Who[] {
  return countedNetworks(request).map(({ network, bits, times }) => {
    const suffix = bits === 64 ? '' : (`/${bits}` as const);
    return { hash: sign('address', network), times, suffix };
  });
}

async function countAs(services: Counting, kind: LimitedCall, who: Who): Promise<void> {
  const calls = await count(services, `${kind}${who.suffix}`, who.hash, 1);
  const limit = who.times * limitOf(kind, services.config);
  if (calls > limit && calls > limit + (await earned(services, kind, who))) {
    throw tooOften(Math.ceil((hourOf(services.now()) + HOUR_MS - services.now()) / 1000));
  }
}

/**
 * Tries a code. Counted before, since tries side by side would each find one left; given back when
 * it was right, in the same hour. Throws Refusal 429 `rate/limited` beyond the hour's wrong tries, and what `attempt`
 * throws.
 */
export async function countTry<Outcome>(
  given: Counting,
  request: FastifyRequest,
  attempt: () => Promise<Outcome>,
  isRight: (outcome: Outcome) => boolean,
): Promise<Outcome> {
  const at = given.now();
  const services = { ...given, now: () => at };
  await countCall(services, request, 'code-try');
  let wasRight = false;
  try {
    const outcome = await attempt();
    wasRight = isRight(outcome);
    return outcome;
  } finally {
    if (wasRight) {
      for (const { hash, suffix } of whoIs(services, request)) {
        await count(services, `code-try${suffix}`, hash, -1);
        await count(services, `code-right${suffix}`, hash, 1);
      }
    } else await watchTries(services, request);
  }
}

/** The calls that an address may make on top, for the sign-ins from it in this hour and the last. */
async function earned(
  { db, now }: Counting,
  kind: LimitedCall,
  { hash, suffix }: Who,
): Promise<number> {
  if (kind !== 'code' && kind !== 'code-try') return 0;
  const { rights } = await db
    .selectFrom('address_counts')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('calls'), sql<number>`0`).as('rights'))
    .where('kind', '=', `code-right${suffix}`)
    .where('address_hash', '=', hash)
    .where('hour', '>=', new Date(hourOf(now()) - HOUR_MS))
    .executeTakeFirstOrThrow();
  return MORE_FOR_EACH_RIGHT * Number(rights);
}

/** Holds a refusal back, for one second to two: those refused together must not come again together. */
export async function holdRefusal(): Promise<void> {
  await pause(REFUSED_AFTER_MS * (1 + Math.random()), null, { ref: false });
}

export function tooOften(
  retryAfterSeconds: number,
  message = 'That was asked for too often. Please try again later.',
): Refusal {
  return new Refusal(429, 'rate/limited', message, { 'Retry-After': String(retryAfterSeconds) });
}

/** A warning, no limit: a limit for everybody would let anybody lock everybody out. */
async function watchTries(services: Counting, { log }: FastifyRequest): Promise<void> {
  const tries = await countAll(services, 'code-try', 1);
  if (tries !== ALARMING_TRIES_PER_HOUR) return;
  log.warn({ tries }, 'so many wrong sign-in codes in one hour: somebody may be guessing');
}

function limitOf(kind: LimitedCall, config: Config): number {
  switch (kind) {
    case 'code':
      return config.codesPerHour;
    case 'code-try':
      return WRONG_TRIES_PER_HOUR;
    case 'campaign':
      return config.visitsPerHour;
    case 'contact':
      return config.messagesPerHour;
    case 'wallet-hint':
      return STRAY_HINTS_PER_HOUR;
    case 'own-data':
      return OWN_DATA_PER_HOUR;
    case 'draw-list':
      return LISTS_PER_HOUR;
    case 'client-report':
      return REPORTS_PER_HOUR;
  }
}

/** The address that a request is counted by, as it is kept: signed. */
export function signedAddress({ sign }: Pick<Services, 'sign'>, request: FastifyRequest): string {
  return sign('address', countedAddress(request));
}

const MINUTE_MS = 60_000;
/** A tenth of what a minute allows is there again. */
const AGAIN_AFTER_S = 6;
/** Addresses without end must not fill the memory. */
const MOST_CALLERS = 100_000;

/**
 * Each player has so many calls of the API a minute, and each address for all that no token of ours
 * speaks for, and as many again for tokens that are none of ours (ADR-0034): one call is counted
 * once, before anything is read. A call beyond that is refused with 429 `rate/limited`, after a pause.
 */
export function limitCalls(app: App, { config, sign }: Pick<Services, 'config' | 'sign'>): void {
  const buckets = openBuckets();
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.endpoint === undefined) return;
    const { by, name } = callerOf(request, sign);
    const { playerCallsPerMinute, addressCallsPerMinute } = config;
    const perMinute = by === 'player' ? playerCallsPerMinute : addressCallsPerMinute;
    if (buckets.take(name, perMinute)) return;
    limitedCalls.inc({ by });
    await holdRefusal();
    throw tooOften(AGAIN_AFTER_S);
  });
}

type Bucket = { left: number; at: number };

/** A bucket for each name, full at first: it holds what a minute allows, and fills up evenly. */
export function openBuckets(most = MOST_CALLERS) {
  let [older, newer] = [new Map<string, Bucket>(), new Map<string, Bucket>()];
  let since = Date.now();

  /** A bucket that nobody took from for a minute is full again, and needs no place. */
  function forgetFull(now: number): void {
    if (Math.abs(now - since) < MINUTE_MS && newer.size < most) return;
    [older, newer, since] = [newer, new Map(), now];
  }

  return {
    /** Takes one from a bucket; whether it held one. */
    take(name: string, perMinute: number): boolean {
      const now = Date.now();
      forgetFull(now);
      const { left, at } = newer.get(name) ?? older.get(name) ?? { left: perMinute, at: now };
      const refilled = (Math.max(0, now - at) / MINUTE_MS) * perMinute;
      const held = Math.min(perMinute, left + refilled);
      const isThere = held >= 1;
      newer.set(name, { left: isThere ? held - 1 : held, at: now });
      return isThere;
    },
    /** How many are remembered. */
    size: () => older.size + newer.size,
  };
}
