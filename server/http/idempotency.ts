import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { IDEMPOTENCY_HEADER } from '../../src/contract/envelope.ts';
import { DAY_MS } from '../../src/rules/calendar.ts';
import { sha256 } from '../crypto/hash.ts';
import type { Db, Trx } from '../database/tables.ts';
import type { Services } from '../services.ts';
import { keyedCalls } from './metrics.ts';
import { Refusal } from './serve.ts';

/** How long a reply is kept for repeats (api.md#idempotency). */
export const RECORD_LIFE_MS = 7 * DAY_MS;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * One changing call: its key, if it has one, its scope and its route, and a hash of the address and body that
 * were sent.
 */
export type IdempotentCall = {
  key: string | null;
  route: string;
  scope: string;
  requestHash: string;
};

/** The part of a reply that is kept. It never holds a token or a secret. */
type Kept = Record<string, unknown>;

/**
 * Describes a request's changing call. `who` is the player or, before there is one, the phone number. If the
 * call's body holds a file, `body` has to describe the file in JSON.
 */
export function callOf(
  request: FastifyRequest,
  who: string,
  body: unknown = request.body,
): IdempotentCall {
  const given = request.headers[IDEMPOTENCY_HEADER.toLowerCase()];
  const key = given === undefined ? null : String(given).toLowerCase();
  if (key !== null && !UUID.test(key)) {
    const message = `${IDEMPOTENCY_HEADER} must be a UUID`;
    throw new Refusal(422, 'idempotency/bad-key', message);
  }
  const [path = '', query = ''] = request.url.split('?');
  const asked = query.split('&').filter((part) => !BESIDE.includes(part.split('=')[0] ?? ''));
  const url = `${withoutLastSlash(path)}?${asked.join('&')}`;
  const route = withoutLastSlash(request.routeOptions.url ?? path);
  return {
    key,
    route,
    // The scope is hashed, because paths hold phone numbers, which must not be readable in these records.
    scope: sha256(`${who} ${request.method} ${route} ${JSON.stringify(request.params)}`),
    // The address is hashed as it was sent, so another spelling of it is another call.
    requestHash: sha256(`${url} ${JSON.stringify(withoutBeside(body) ?? null)}`),
  };
}

function withoutLastSlash(path: string): string {
  return path.replace(/\/$/, '');
}

/**
 * Fields that do not make a call a different one. A call may be repeated with another proof of its number or
 * with a token, and with other fields about how the player came.
 */
const BESIDE = ['proof', 'entry', 'social', 'source', 'campaign'];

function withoutBeside(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => !BESIDE.includes(name)));
}

/**
 * Does a changing call's work once and keeps its reply in the same transaction. A repeat gets the kept reply.
 * A refusal undoes the work and is not kept, because it may no longer hold when the call comes again.
 */
export async function once<Reply extends Kept>(
  services: Pick<Services, 'db' | 'now'>,
  call: IdempotentCall,
  work: (trx: Trx) => Promise<Reply>,
): Promise<Reply> {
  return (await onceTold(services, call, work)).reply;
}

/** Does the same as `once`, and says whether the reply was kept from an earlier call. */
export async function onceTold<Reply extends Kept>(
  services: Pick<Services, 'db' | 'now'>,
  call: IdempotentCall,
  work: (trx: Trx) => Promise<Reply>,
): Promise<{ reply: Reply; isRepeat: boolean }> {
  const { key, route, scope, requestHash } = call;
  const told = await services.db.transaction().execute(async (trx) => {
    if (key === null) return { reply: await work(trx), isRepeat: false };
    const { locked } = await sql<{ locked: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${`${scope} ${key}`}, 0)) as locked
    `
      .execute(trx)
      .then(({ rows }) => rows[0] ?? { locked: false });
    if (!locked) {
      keyedCalls.inc({ route, what: 'running' });
      throw stillRunning();
    }
    const kept = await keptReply<Reply>(trx, call);
    if (kept !== null) return { reply: kept, isRepeat: true };
    const reply = await work(trx);
    await trx
      .insertInto('idempotency_records')
      .values({
        scope,
        key,
        request_hash: requestHash,
        reply: JSON.stringify(reply),
        created_at: new Date(services.now()),
      })
      .execute();
    return { reply, isRepeat: false };
  });
  if (key !== null) keyedCalls.inc({ route, what: told.isRepeat ? 'repeated' : 'done' });
  return told;
}

/**
 * Gives the reply kept for a call, or `null`. Throws a refusal if the key came with another query, spelling
 * or body before.
 */
export async function keptReply<Reply extends Kept>(
  db: Db,
  call: IdempotentCall,
): Promise<Reply | null> {
  if (call.key === null) return null;
  const record = await db
    .selectFrom('idempotency_records')
    .select(['request_hash', 'reply'])
    .where('scope', '=', call.scope)
    .where('key', '=', call.key)
    .executeTakeFirst();
  if (!record) return null;
  if (record.request_hash !== call.requestHash) {
    const message = 'This key was used for another call';
    throw new Refusal(422, 'idempotency/mismatch', message);
  }
  return record.reply as Reply;
}

function stillRunning(): Refusal {
  return new Refusal(409, 'idempotency/running', 'This is being done already', {
    'Retry-After': '1',
  });
}
