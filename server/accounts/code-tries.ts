import { isSameText } from '../crypto/hash.ts';
import { Refusal } from '../http/errors.ts';
import type { IdempotentCall } from '../http/idempotency.ts';
import type { Services } from '../services.ts';
import { CHALLENGE_ID_LENGTH, TRIES_PER_CODE } from './challenges.ts';
import { REPEAT_MS } from './proofs.ts';

const CHALLENGE_ID = new RegExp(`^[\\w-]{${CHALLENGE_ID_LENGTH}}$`);

export type TryOutcome = { phone: string } | { triesLeft: number };

/**
 * Tries a code. A right one uses the challenge up; with its key the call may come again within a
 * minute, and a wrong one counts once. Throws Refusal 410 `challenge/expired`, 429
 * `challenge/too-many-tries`.
 */
export async function tryCode(
  { db, sign, now }: Pick<Services, 'db' | 'sign' | 'now'>,
  id: string,
  code: string,
  { key, scope, requestHash }: IdempotentCall,
): Promise<TryOutcome> {
  if (!CHALLENGE_ID.test(id)) throw codeExpired();
  const thisTry = key === null ? null : sign('call', `${scope} ${key} ${requestHash}`);
  // What a wrong try counts must last: no refusal may be thrown inside.
  const outcome = await db.transaction().execute(async (trx) => {
    const challenge = await trx
      .selectFrom('challenges')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!challenge) return codeExpired();
    const { phone, code_hash, passed_at, expires_at, tries, last_try } = challenge;
    const isRepeat = thisTry !== null && thisTry === last_try;
    if (passed_at !== null) {
      const isInTime = now() - passed_at.getTime() < REPEAT_MS;
      return isRepeat && isInTime ? { phone } : codeExpired();
    }
    if (expires_at.getTime() <= now()) return codeExpired();
    if (isRepeat) return afterWrong(tries);
    if (tries >= TRIES_PER_CODE) return tooMany();
    const isRight = isSameText(sign('code', `${id} ${code}`), code_hash);
    const counted = { tries: tries + 1, last_try: thisTry };
    await trx
      .updateTable('challenges')
      .set(isRight ? { ...counted, passed_at: new Date(now()) } : counted)
      .where('id', '=', id)
      .execute();
    return isRight ? { phone } : afterWrong(counted.tries);
  });
  if (outcome instanceof Refusal) throw outcome;
  return outcome;
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
