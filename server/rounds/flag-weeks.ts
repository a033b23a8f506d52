import { DAY_MS, type Period, weekOf } from '../../src/rules/calendar.ts';
import type { Trx } from '../database/tables.ts';
import { readWeek } from './played.ts';
import { sharedWith, type Winner } from './shared-rounds.ts';
import { evidenceOfWeek, flagsOfWeek } from './week-flags.ts';

/**
 * Flags a player's rounds of the weeks that a period touches, by what one round alone does not tell
 * (game.md#implausible-results): on the last round of each week. Doing it again adds nothing.
 */
export async function flagWeeks(trx: Trx, who: Winner, period: Period): Promise<void> {
  let week = weekOf(period.startsAt);
  while (week.startsAt < period.endsAt) {
    await flagWeek(trx, who, week);
    week = weekOf(week.endsAt + DAY_MS);
  }
}

async function flagWeek(trx: Trx, who: Winner, week: Period): Promise<void> {
  const played = await readWeek(trx, who.playerId, week);
  const flags = flagsOfWeek(played);
  const { hints } = evidenceOfWeek(played);
  // Where somebody plays from says nothing by itself.
  const shared = hints.length + flags.length > 0 ? await sharedWith(trx, who, week) : [];
  const added = shared.length > 0 ? [...flags, ...hints, ...shared] : flags;
  if (added.length === 0) return;
  const { id, flags: before } = await trx
    .selectFrom('rounds')
    .select(['id', 'flags'])
    .where('player_id', '=', who.playerId)
    .where('state', '=', 'counted')
    .where('issued_at', '>=', new Date(week.startsAt))
    .where('issued_at', '<', new Date(week.endsAt))
    .orderBy('issued_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  await trx
    .updateTable('rounds')
    .set({ flags: [...new Set([...before, ...added])] })
    .where('id', '=', id)
    .execute();
}
