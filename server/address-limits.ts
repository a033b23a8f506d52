import { isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { Refusal } from './errors.ts';
import type { Game } from './game.ts';

const HOUR_MS = 3_600_000;

/** What is counted for an address. */
export type LimitedCall = 'code' | 'code-try' | 'campaign' | 'contact';

/** Tries for each code that an address may ask for. */
const TRIES_PER_CODE = 2;
const CAMPAIGN_VISITS_PER_HOUR = 600;
const MESSAGES_PER_HOUR = 20;

/**
 * Counts a call of the address that a request comes from, in the hour of the clock. The count is in
 * the database, since servers hold no state of their own; an address is kept as its signature.
 * @throws Refusal 429 `rate/limited` once the hour's calls are used up
 */
export async function countCall(
  game: Pick<Game, 'db' | 'config' | 'sign' | 'now'>,
  request: FastifyRequest,
  kind: LimitedCall,
): Promise<void> {
  const { db, sign, now } = game;
  const startedAt = Math.floor(now() / HOUR_MS) * HOUR_MS;
  const { calls } = await db
    .insertInto('address_counts')
    .values({
      kind,
      address_hash: sign('address', networkPart(request.ip)),
      hour: new Date(startedAt),
      calls: 1,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'address_hash', 'hour'])
        .doUpdateSet(({ eb, ref }) => ({ calls: eb(ref('address_counts.calls'), '+', 1) })),
    )
    .returning('calls')
    .executeTakeFirstOrThrow();
  if (calls > limitOf(kind, game.config.codesPerHour)) {
    throw tooOften(Math.ceil((startedAt + HOUR_MS - now()) / 1000));
  }
}

/** The refusal of what was asked for too often. */
export function tooOften(
  retryAfterSeconds: number,
  message = 'That was asked for too often. Please try again later.',
): Refusal {
  return new Refusal(429, 'rate/limited', message, { 'Retry-After': String(retryAfterSeconds) });
}

function limitOf(kind: LimitedCall, codesPerHour: number): number {
  switch (kind) {
    case 'code':
      return codesPerHour;
    case 'code-try':
      return codesPerHour * TRIES_PER_CODE;
    case 'campaign':
      return CAMPAIGN_VISITS_PER_HOUR;
    case 'contact':
      return MESSAGES_PER_HOUR;
  }
}

/** One customer has 2^64 addresses of IPv6: they count as one. */
function networkPart(address: string): string {
  const bare = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (!isIPv6(bare)) return bare;
  const [head = '', tail] = bare.toLowerCase().split('::');
  const groups = head.split(':').filter(Boolean);
  const last = tail?.split(':').filter(Boolean) ?? [];
  const missing = tail === undefined ? 0 : 8 - groups.length - last.length;
  const all = [...groups, ...Array.from({ length: Math.max(0, missing) }, () => '0'), ...last];
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
