import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Config } from '../config/config.ts';
import type { Services } from '../services.ts';
import { callerOf, countedAddress, countedNetworks } from './callers.ts';
import { count, countAll, HOUR_MS, hourOf } from './hour-counts.ts';
import { limitedCalls } from './metrics.ts';
import { type App, Refusal } from './serve.ts';

/** The kinds of calls that are limited for an address in an hour. */
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
 * The operator cannot change this limit. At this rate, guessing six-digit codes on ever new numbers takes
 * more than a year for a hit. The limit leaves room for what hundreds of phones mistype.
 */
const WRONG_TRIES_PER_HOUR = 100;
/**
 * An address where many people sign in has many phones behind it. Each right code therefore allows the
 * address this many more codes and wrong tries.
 */
const MORE_FOR_EACH_RIGHT = 2;
/** Each stray hint is stored for the operator. Hints about our own payments are not counted. */
const STRAY_HINTS_PER_HOUR = 60;
/** Each of these calls reads everything that is kept about a player. */
const OWN_DATA_PER_HOUR = 10;
/** A list may hold a million codes, and phones of one mobile network share addresses. */
const LISTS_PER_HOUR = 60;
/** Reports are only counted by the day, so many reports of a large network may be refused without harm. */
const REPORTS_PER_HOUR = 1000;
/**
 * How many wrong tries of all addresses together cause a warning. Guessing at this rate needs a thousand
 * hours for a hit, and a large network mistypes less.
 */
const ALARMING_TRIES_PER_HOUR = 1000;
/**
 * How long a refusal is held back. A caller that asks again at once would keep the server busy with refusing.
 */
const REFUSED_AFTER_MS = 1000;

/**
 * Counts a call of an address in this hour of the clock. The count is in the database, since servers hold no
 * state, and has the address's signature only. An IPv6 address counts in each network that may be one
 * customer's. Throws Refusal 429 `rate/limited` once the hour's calls are used up.
 */
export async function countCall(
  services: Counting,
  request: FastifyRequest,
  kind: LimitedCall,
): Promise<void> {
  // A refused call is not counted for the wider networks, because that would lock out the others there.
  for (const who of whoIs(services, request)) await countAs(services, kind, who);
}

/** Counts a call in the same way for a player, wherever they call from. */
export async function countPlayersCall(
  services: Counting,
  playerId: number,
  kind: LimitedCall,
): Promise<void> {
  const hash = services.sign('address', `player ${playerId}`);
  await countAs(services, kind, { hash, times: 1, suffix: '' });
}

/**
 * The network or player that a call is counted for. Kinds of wider networks have a suffix, so that sums of
 * all calls leave them out.
 */
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
 * Tries a code. The try is counted first, since tries made at the same time would each find one left. If the
 * code was right, the try is taken off the same hour's count again. Throws Refusal 429 `rate/limited` beyond
 * the hour's wrong tries, and what `attempt` throws.
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

/** The additional calls that an address may make because of sign-ins from it in this hour and the last. */
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

/**
 * Holds a refusal back for one to two seconds. The time is random, so that callers refused together do not
 * come again together.
 */
export async function holdRefusal(): Promise<void> {
  await pause(REFUSED_AFTER_MS * (1 + Math.random()), null, { ref: false });
}

export function tooOften(
  retryAfterSeconds: number,
  message = 'That was asked for too often. Please try again later.',
): Refusal {
  return new Refusal(429, 'rate/limited', message, { 'Retry-After': String(retryAfterSeconds) });
}

/** Logs a warning. It is no limit, because with a limit for everybody anybody could lock everybody out. */
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

/** The address that a request is counted by, in its stored form: signed. */
export function signedAddress({ sign }: Pick<Services, 'sign'>, request: FastifyRequest): string {
  return sign('address', countedAddress(request));
}

const MINUTE_MS = 60_000;
/** After this time, a tenth of what a minute allows is available again. */
const AGAIN_AFTER_S = 6;
/** How many callers are remembered, so that ever new addresses cannot fill the memory. */
const MOST_CALLERS = 100_000;

/**
 * Limits how many calls of the API a player or an address may make in a minute (ADR-0034). An address has two
 * limits of the same size: for calls without a token, and for calls with tokens that are not ours. A call is
 * counted once, before anything is read. A call beyond the limit is refused with 429 `rate/limited`, after a
 * pause.
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

/**
 * Keeps a bucket for each name. A bucket is full at first, holds what a minute allows, and fills up evenly.
 */
export function openBuckets(most = MOST_CALLERS) {
  let [older, newer] = [new Map<string, Bucket>(), new Map<string, Bucket>()];
  let since = Date.now();

  /** Forgets the buckets that nobody has used for a minute, since they are full again. */
  function forgetFull(now: number): void {
    if (Math.abs(now - since) < MINUTE_MS && newer.size < most) return;
    [older, newer, since] = [newer, new Map(), now];
  }

  return {
    /** Takes one call from a bucket; gives whether the bucket held one. */
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
    /** How many buckets are kept. */
    size: () => older.size + newer.size,
  };
}
