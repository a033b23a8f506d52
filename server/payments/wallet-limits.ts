import { dayOf, HOUR_MS, lagosDate } from '../../src/rules/calendar.ts';
import { lockPlayer } from '../accounts/players.ts';
import { lockText } from '../database/locks.ts';
import type { Trx } from '../database/tables.ts';
import { tooOften } from '../http/limits.ts';
import type { Services } from '../services.ts';

const NUMBERS_PER_DAY = 5;
const PROMPTS_PER_HOUR = 3;

type Counting = Pick<Services, 'db' | 'sign' | 'now'>;

/**
 * Counts a number that a player looks up; the same number counts once on a Lagos day. Throws Refusal 429
 * `rate/limited` for the sixth number of a day (payments.md#mobile-money).
 */
export async function countNumber(
  { db, sign, now }: Counting,
  playerId: number,
  msisdn: string,
): Promise<void> {
  const at = now();
  const [day, hash] = [lagosDate(at), sign('number', msisdn)];
  await db.transaction().execute(async (trx) => {
    await lockPlayer(trx, playerId);
    await trx
      .insertInto('wallet_lookups')
      .values({ player_id: playerId, day, number_hash: hash })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const { numbers } = await trx
      .selectFrom('wallet_lookups')
      .select(({ fn }) => fn.countAll<number>().as('numbers'))
      .where('player_id', '=', playerId)
      .where('day', '=', day)
      .executeTakeFirstOrThrow();
    if (Number(numbers) <= NUMBERS_PER_DAY) return;
    const message = `You have looked up ${NUMBERS_PER_DAY} numbers today. Please try again tomorrow.`;
    throw tooOften(Math.ceil((dayOf(at).endsAt - at) / 1000), message);
  });
}

/**
 * Counts a prompt (DOI) before it is sent to a number, whichever player asked for it. Throws Refusal 429
 * `rate/limited` for the fourth prompt within an hour, so that nobody can flood a stranger's phone.
 */
export async function countPrompt(
  trx: Trx,
  { sign, now }: Pick<Counting, 'sign' | 'now'>,
  msisdn: string,
): Promise<void> {
  const at = now();
  const hash = sign('number', msisdn);
  await lockText(trx, `prompts ${hash}`);
  const recent = await trx
    .selectFrom('wallet_prompts')
    .select('at')
    .where('number_hash', '=', hash)
    .where('at', '>', new Date(at - HOUR_MS))
    .orderBy('at', 'desc')
    .limit(PROMPTS_PER_HOUR)
    .execute();
  const oldest = recent[PROMPTS_PER_HOUR - 1];
  if (oldest) {
    const message = 'This number was asked too often. Please try again later.';
    throw tooOften(Math.ceil((oldest.at.getTime() + HOUR_MS - at) / 1000), message);
  }
  await trx
    .insertInto('wallet_prompts')
    .values({ number_hash: hash, at: new Date(at) })
    .execute();
}

/** Deletes counts that no limit needs any more. */
export async function deleteOldWalletCounts(
  { db }: Pick<Services, 'db'>,
  now: number,
): Promise<void> {
  await db.deleteFrom('wallet_lookups').where('day', '<', lagosDate(now)).execute();
  await db
    .deleteFrom('wallet_prompts')
    .where('at', '<', new Date(now - HOUR_MS))
    .execute();
}
