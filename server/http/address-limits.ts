import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Config } from '../config/config.ts';
import type { Db } from '../database/tables.ts';
import type { Services } from '../services.ts';
import { countedAddress } from './counted-address.ts';
import { Refusal } from './errors.ts';

const HOUR_MS = 3_600_000;

/** What an address may do so often in an hour. */
export type LimitedCall =
  | 'code'
  | 'code-try'
  | 'campaign'
  | 'contact'
  | 'wallet-hint'
  | 'own-data'
  | 'draw-list'
  | 'client-report';

/** What is counted for an address: right codes are never too many. */
type CountedCall = LimitedCall | 'code-right';

type Counting = Pick<Services, 'db' | 'config' | 'sign' | 'now'>;

/**
 * Not the operator's to set: at this rate somebody who guesses at six digits on ever new numbers hits
 * one in over a year, and where five codes of each number run at once, in twelve weeks. Room for what
 * hundreds of phones mistype.
 */
const WRONG_TRIES_PER_HOUR = 100;
/** Behind an address where many sign in are many phones: so many codes and wrong tries more for each. */
const MORE_FOR_EACH_RIGHT = 2;
/** Each is kept for the operator: of payments that are ours, hints are not counted. */
const STRAY_HINTS_PER_HOUR = 60;
/** Each reads all that is kept about a player. */
const OWN_DATA_PER_HOUR = 10;
/** A million codes each time; phones of one mobile network share addresses. */
const LISTS_PER_HOUR = 60;
/** They are told apart by the day alone, so many of a large network can go without being heard. */
const REPORTS_PER_HOUR = 1000;
/** Of all addresses: a hit in a thousand hours, in two hundred where five codes run, and more than a large network mistypes. */
const ALARMING_TRIES_PER_HOUR = 1000;
/** Whoever asks again as soon as they are refused would keep the server busy with refusing. */
export const REFUSED_AFTER_MS = 1000;
/** Stands in the place of an address; no signature is as short. */
const ALL_ADDRESSES = 'all';

/**
 * Counts a call of an address (kept as its signature) in the hour of the clock, in the database,
 * since servers hold no state. Throws Refusal 429 `rate/limited` once the hour's calls are used up.
 */
export async function countCall(
  services: Counting,
  request: FastifyRequest,
  kind: LimitedCall,
): Promise<void> {
  await countAs(services, kind, signedAddress(services, request));
}

/** The same of a player, wherever they call from. */
export async function countPlayersCall(
  services: Counting,
  playerId: number,
  kind: LimitedCall,
): Promise<void> {
  await countAs(services, kind, services.sign('address', `player ${playerId}`));
}

async function countAs(services: Counting, kind: LimitedCall, whoHash: string): Promise<void> {
  const calls = await count(services, kind, whoHash, 1);
  const limit = limitOf(kind, services.config);
  if (calls > limit && calls > limit + (await earned(services, kind, whoHash))) {
    throw tooOften(Math.ceil((hourOf(services.now()) + HOUR_MS - services.now()) / 1000));
  }
}

/**
 * Tries a code. Counted before, since tries side by side would each find one left; given back when
 * it was right. Throws Refusal 429 `rate/limited` beyond the hour's wrong tries, and what `attempt`
 * throws.
 */
export async function countTry<Outcome>(
  services: Counting,
  request: FastifyRequest,
  attempt: () => Promise<Outcome>,
  isRight: (outcome: Outcome) => boolean,
): Promise<Outcome> {
  await countCall(services, request, 'code-try');
  let wasRight = false;
  try {
    const outcome = await attempt();
    wasRight = isRight(outcome);
    return outcome;
  } finally {
    const address = signedAddress(services, request);
    if (wasRight) {
      await count(services, 'code-try', address, -1);
      await count(services, 'code-right', address, 1);
    } else await watchTries(services, request);
  }
}

/** What an address may have more, for who signed in from it in this hour and the last. */
async function earned({ db, now }: Counting, kind: LimitedCall, hash: string): Promise<number> {
  if (kind !== 'code' && kind !== 'code-try') return 0;
  const { rights } = await db
    .selectFrom('address_counts')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('calls'), sql<number>`0`).as('rights'))
    .where('kind', '=', 'code-right')
    .where('address_hash', '=', hash)
    .where('hour', '>=', new Date(hourOf(now()) - HOUR_MS))
    .executeTakeFirstOrThrow();
  return MORE_FOR_EACH_RIGHT * Number(rights);
}

export function tooOften(
  retryAfterSeconds: number,
  message = 'That was asked for too often. Please try again later.',
): Refusal {
  return new Refusal(429, 'rate/limited', message, { 'Retry-After': String(retryAfterSeconds) });
}

/** A warning, no limit: a limit for everybody would let anybody lock everybody out. */
async function watchTries(services: Counting, { log }: FastifyRequest): Promise<void> {
  const tries = await count(services, 'code-try', ALL_ADDRESSES, 1);
  if (tries !== ALARMING_TRIES_PER_HOUR) return;
  log.warn({ tries }, 'so many wrong sign-in codes in one hour: somebody may be guessing');
}

/** Adds to a count of this hour; gives what it is then. */
async function count(
  { db, now }: Counting,
  kind: CountedCall,
  addressHash: string,
  by: 1 | -1,
): Promise<number> {
  const { calls } = await db
    .insertInto('address_counts')
    .values({ kind, address_hash: addressHash, hour: new Date(hourOf(now())), calls: by })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'address_hash', 'hour'])
        .doUpdateSet(({ eb, ref }) => ({ calls: eb(ref('address_counts.calls'), '+', by) })),
    )
    .returning('calls')
    .executeTakeFirstOrThrow();
  return calls;
}

/** What is counted in this hour of the clock, by kind: in all, and of the address that has most. */
export async function countsOfHour(db: Db, now: number) {
  const rows = await db
    .selectFrom('address_counts')
    .select(({ fn }) => ['kind', fn.sum<number>('calls').as('calls'), fn.max('calls').as('most')])
    .where('hour', '=', new Date(hourOf(now)))
    .where('address_hash', '!=', ALL_ADDRESSES)
    .groupBy('kind')
    .execute();
  return rows.map(({ kind, calls, most }) => ({ kind, calls: Number(calls), most }));
}

function hourOf(now: number): number {
  return Math.floor(now / HOUR_MS) * HOUR_MS;
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
