import type { Selectable } from 'kysely';
import { isSameText } from '../crypto/hash.ts';
import type { Db, Tables, Trx } from '../database/tables.ts';
import { Refusal } from '../http/errors.ts';
import type { IdempotentCall } from '../http/idempotency.ts';
import type { Services } from '../services.ts';
import { CHALLENGE_ID_LENGTH, type IdOf, TRIES_PER_CODE } from './challenges.ts';
import { lockNumber } from './players.ts';
import { REPEAT_MS } from './proofs.ts';

const CHALLENGE_ID = new RegExp(`^[\\w-]{${CHALLENGE_ID_LENGTH}}$`);

export type TryOutcome = { phone: string } | { triesLeft: number };

/** Whether a challenge of this id waits for its code: a try at any other guesses nothing. */
export async function isOpenChallenge(
  { db, now }: Pick<Services, 'db' | 'now'>,
  id: string,
): Promise<boolean> {
  if (!CHALLENGE_ID.test(id)) return false;
  const found = await openChallenges(db, now()).where('id', '=', id).executeTakeFirst();
  return found !== undefined;
}

/**
 * Tries a code. A right one uses the challenge up, and so does the code of another one that still
 * runs, of the same number and caused by the same network (`idOf`): the text of the one before may
 * be late. A wrong one counts as a try at each of them. With its key the call may come again within
 * a minute, and a wrong one counts once.
 * Throws Refusal 410 `challenge/expired`, 429 `challenge/too-many-tries`.
 */
export async function tryCode(
  { db, sign, now }: Pick<Services, 'db' | 'sign' | 'now'>,
  { id, code, idOf }: { id: string; code: string; idOf: IdOf },
  { key, scope, requestHash }: IdempotentCall,
): Promise<TryOutcome> {
  if (!CHALLENGE_ID.test(id)) throw codeExpired();
  const thisTry = key === null ? null : sign('call', `${scope} ${key} ${requestHash}`);
  // What a wrong try counts must last: no refusal may be thrown inside.
  const outcome = await db.transaction().execute(async (trx) => {
    const challenge = await lockChallenge(trx, id);
    if (!challenge) return codeExpired();
    const { phone, passed_at, expires_at, tries, last_try } = challenge;
    const isRepeat = thisTry !== null && thisTry === last_try;
    if (passed_at !== null) {
      const isInTime = now() - passed_at.getTime() < REPEAT_MS;
      return isRepeat && isInTime ? { phone } : codeExpired();
    }
    if (expires_at.getTime() <= now()) return codeExpired();
    if (isRepeat) return afterWrong(tries);
    if (tries >= TRIES_PER_CODE) return tooMany();
    const isCodeOf = (one: Challenge) =>
      isSameText(sign('code', `${one.id} ${code}`), one.code_hash);
    const beside = await ownBeside(trx, challenge, idOf, now());
    const right = [challenge, ...beside].find(isCodeOf);
    const passed = { passed_at: new Date(now()) };
    await trx
      .updateTable('challenges')
      .set({ tries: tries + 1, last_try: thisTry, ...(right && passed) })
      .where('id', '=', id)
      .execute();
    if (!right) {
      await countBeside(trx, beside);
      return afterWrong(tries + 1);
    }
    await trx.updateTable('challenges').set(passed).where('id', '=', right.id).execute();
    return { phone };
  });
  if (outcome instanceof Refusal) throw outcome;
  return outcome;
}

type Challenge = Selectable<Tables['challenges']>;

/**
 * A challenge, while no other of its number is tried: each try may write to all of them, and two would
 * find them in different orders.
 */
async function lockChallenge(trx: Trx, id: string): Promise<Challenge | undefined> {
  const challenge = trx.selectFrom('challenges').where('id', '=', id);
  const found = await challenge.select('phone').executeTakeFirst();
  if (!found) return undefined;
  await lockNumber(trx, found.phone);
  return challenge.selectAll().executeTakeFirst();
}

const openChallenges = (db: Db, now: number) =>
  db
    .selectFrom('challenges')
    .selectAll()
    .where('passed_at', 'is', null)
    .where('tries', '<', TRIES_PER_CODE)
    .where('expires_at', '>', new Date(now));

/** The other challenges of the number that run, where this one and they are the asking network's. */
async function ownBeside(
  trx: Trx,
  { id, seed, phone }: Challenge,
  idOf: IdOf,
  now: number,
): Promise<Challenge[]> {
  if (id !== idOf(seed)) return [];
  const others = await openChallenges(trx, now)
    .where('phone', '=', phone)
    .where('id', '!=', id)
    .execute();
  return others.filter((one) => one.id === idOf(one.seed));
}

/** A guess that was compared with several codes has been a guess at each. */
async function countBeside(trx: Trx, beside: Challenge[]): Promise<void> {
  if (beside.length === 0) return;
  await trx
    .updateTable('challenges')
    .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
    .where(
      'id',
      'in',
      beside.map(({ id }) => id),
    )
    .execute();
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
