import type { FastifyRequest } from 'fastify';
import { isSameText } from '../crypto/hash.ts';
import type { Trx } from '../database/tables.ts';
import { countTry } from '../http/address-limits.ts';
import { Refusal } from '../http/errors.ts';
import type { IdempotentCall } from '../http/idempotency.ts';
import type { Services } from '../services.ts';
import { codeOf, isRunning, lockedOut, type NumbersChallenge } from './challenges.ts';
import { countsOf, isSpent, TRIES_PER_CODE } from './code-lanes.ts';
import { lockNumber } from './players.ts';
import { REPEAT_MS } from './proofs.ts';
import { laneOf } from './seen-networks.ts';

const CHALLENGE_ID = /^[\w-]{22}$/;

export type TryOutcome = { phone: string } | { triesLeft: number };

type Answer = { id: string; code: string };

/**
 * Tries a code, which counts for its number's lane and for the asking network; a right one uses the
 * challenge up. With its key the call may come again within a minute, and a wrong one counts once. What
 * reaches no challenge that waits for a code counts for nobody: junk must lock no network out. Throws
 * Refusal 410 `challenge/expired`, 429 `challenge/too-many-tries`, `rate/limited`.
 */
export async function tryCode(
  services: Services,
  request: FastifyRequest,
  answer: Answer,
  call: IdempotentCall,
): Promise<TryOutcome> {
  if (!CHALLENGE_ID.test(answer.id)) throw codeExpired();
  const attempt = async () => {
    // What a wrong try counts must last: no refusal may be thrown inside.
    const outcome = await services.db
      .transaction()
      .execute((trx) => judge(trx, services, request, answer, call));
    if (outcome instanceof Refusal) throw outcome;
    return outcome;
  };
  if (!(await isWaiting(services, answer.id))) return attempt();
  return countTry(services, request, attempt, (tried) => 'phone' in tried);
}

async function isWaiting({ db, now }: Pick<Services, 'db' | 'now'>, id: string): Promise<boolean> {
  const found = await db
    .selectFrom('challenges')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return (
    found !== undefined && (isRunning(found, 'known', now()) || isRunning(found, 'new', now()))
  );
}

async function judge(
  trx: Trx,
  services: Services,
  request: FastifyRequest,
  { id, code }: Answer,
  { key, scope, requestHash }: IdempotentCall,
): Promise<TryOutcome | Refusal> {
  const { sign, now } = services;
  const at = now();
  const challenge = await lockChallenge(trx, id);
  if (!challenge) return codeExpired();
  const { phone, passed_at, expires_at, last_try, lanes } = challenge;
  const thisTry = key === null ? null : sign('call', `${scope} ${key} ${requestHash}`);
  const isRepeat = thisTry !== null && thisTry === last_try;
  if (passed_at !== null) {
    const isInTime = at - passed_at.getTime() < REPEAT_MS;
    return isRepeat && isInTime ? { phone } : codeExpired();
  }
  if (expires_at.getTime() <= at) return codeExpired();
  const lane = await laneOf(trx, services, request, phone);
  const counts = countsOf(lanes, lane, at);
  if (isRepeat) return afterWrong(counts.tries);
  if (counts.tries >= TRIES_PER_CODE) return tooMany();
  if (isSpent(counts, lane)) return lockedOut(at);
  const own = trx.updateTable('challenges').where('phone', '=', phone);
  if (isSameText(codeOf(sign, challenge), code)) {
    await own.set({ passed_at: new Date(at), last_try: thisTry }).execute();
    return { phone };
  }
  const { tries, wrong } = counts;
  const counted = { ...lanes, [lane]: { ...counts, tries: tries + 1, wrong: wrong + 1 } };
  await own.set({ last_try: thisTry, lanes: JSON.stringify(counted) }).execute();
  return afterWrong(tries + 1);
}

/** A challenge, while no other call sends or tries a code of its number. */
async function lockChallenge(trx: Trx, id: string): Promise<NumbersChallenge | undefined> {
  const challenge = trx.selectFrom('challenges').selectAll().where('id', '=', id);
  const found = await challenge.executeTakeFirst();
  if (!found) return undefined;
  await lockNumber(trx, found.phone);
  return challenge.executeTakeFirst();
}

/** The 'no' to a wrong code. */
export function wrongCode(triesLeft: number) {
  const left = triesLeft === 1 ? 'one try' : `${triesLeft} tries`;
  const message = `That code is not right. You have ${left} left.`;
  return { status: false, data: null, message, code: 'challenge/wrong-code' };
}

function afterWrong(tries: number): TryOutcome | Refusal {
  return tries < TRIES_PER_CODE ? { triesLeft: TRIES_PER_CODE - tries } : tooMany();
}

export function codeExpired(): Refusal {
  const message = 'This code is no longer good. Ask for a new one.';
  return new Refusal(410, 'challenge/expired', message);
}

function tooMany(): Refusal {
  const message = 'That code was wrong too often. Ask for a new one.';
  return new Refusal(429, 'challenge/too-many-tries', message);
}
