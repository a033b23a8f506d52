import { DAY_MS } from '../../src/rules/calendar.ts';
import type { Db, Trx } from '../database/tables.ts';
import { tooOften } from '../http/address-limits.ts';
import type { AccountNumber } from '../providers/bank-listing.ts';
import type { Services } from '../services.ts';
import { lockCaller } from './players.ts';

const HOUR_MS = 3_600_000;
/** Enough to mistype one's own account, too few to leaf through other people's. */
const LIMITS = [
  { ms: HOUR_MS, accounts: 10 },
  { ms: DAY_MS, accounts: 30 },
];

type Counting = Pick<Services, 'db' | 'vault' | 'now'>;

/** What says that two accounts are one, and nothing else of them. */
export function markAccount({ vault }: Pick<Services, 'vault'>, account: AccountNumber): string {
  return vault.mark(`account ${account.code} ${account.number}`);
}

/**
 * Counts an account among those that a player asks about; the same one counts once an hour. Throws
 * Refusal 429 `rate/limited` beyond 10 in an hour or 30 in a day (flows.md#bank-account).
 */
export async function countLookup(
  services: Counting,
  playerId: number,
  account: AccountNumber,
): Promise<void> {
  const now = services.now();
  const hash = markAccount(services, account);
  await services.db.transaction().execute(async (trx) => {
    await lockCaller(trx, playerId);
    const asked = await askedSince(trx, playerId, now - DAY_MS);
    const before = asked.find(({ account_hash }) => account_hash === hash);
    if (before && before.asked_at.getTime() > now - HOUR_MS) return;
    const others = asked.filter((one) => one !== before);
    for (const { ms, accounts } of LIMITS) {
      const within = others.filter(({ asked_at }) => asked_at.getTime() > now - ms);
      const oldest = within[accounts - 1];
      if (oldest) throw tooOften(Math.ceil((oldest.asked_at.getTime() + ms - now) / 1000));
    }
    const asked_at = new Date(now);
    await trx
      .insertInto('bank_lookups')
      .values({ player_id: playerId, account_hash: hash, asked_at })
      .onConflict((conflict) =>
        conflict.columns(['player_id', 'account_hash']).doUpdateSet({ asked_at }),
      )
      .execute();
  });
}

/** The newest first. */
function askedSince(trx: Trx, playerId: number, since: number) {
  return trx
    .selectFrom('bank_lookups')
    .select(['account_hash', 'asked_at'])
    .where('player_id', '=', playerId)
    .where('asked_at', '>', new Date(since))
    .orderBy('asked_at', 'desc')
    .execute();
}

/** Forgets what no limit counts any more. */
export async function deleteOldLookups(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('bank_lookups')
    .where('asked_at', '<', new Date(now - DAY_MS))
    .execute();
}
