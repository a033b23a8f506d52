import type { ReportReason } from '../../src/contract/profile.ts';
import { DAY_MS, dayOf, lagosDate } from '../../src/rules/calendar.ts';
import type { Db, Trx } from '../database/tables.ts';
import { tooOften } from '../http/address-limits.ts';
import { Refusal } from '../http/errors.ts';
import { lockCaller } from './players.ts';

const REPORTS_PER_DAY = 20;
const REPORT_MEMORY_MS = 365 * DAY_MS;

type Report = { reporterId: number; playerId: string; reason: ReportReason };

/**
 * Keeps a report for the operator, once for who reports, whom and the Lagos day. Throws Refusal 404
 * `player/unknown`, also for oneself, 429 `rate/limited` (flows.md#reports-of-players).
 */
export async function reportPlayer(
  trx: Trx,
  { reporterId, playerId, reason }: Report,
  now: number,
): Promise<void> {
  const player = await findOther(trx, playerId, reporterId);
  const day = lagosDate(now);
  await lockCaller(trx, reporterId);
  const added = await trx
    .insertInto('player_reports')
    .values({ player_id: player, reporter_id: reporterId, day, reason, at: new Date(now) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!added) return;
  const { reports } = await trx
    .selectFrom('player_reports')
    .select(({ fn }) => fn.countAll<number>().as('reports'))
    .where('reporter_id', '=', reporterId)
    .where('day', '=', day)
    .executeTakeFirstOrThrow();
  if (Number(reports) <= REPORTS_PER_DAY) return;
  const message = 'You have reported many players today. Please try again tomorrow.';
  throw tooOften(Math.ceil((dayOf(now).endsAt - now) / 1000), message);
}

async function findOther(trx: Trx, playerId: string, reporterId: number): Promise<number> {
  const id = /^[1-9]\d{0,14}$/.test(playerId) ? Number(playerId) : null;
  const found =
    id !== null &&
    id !== reporterId &&
    (await trx
      .selectFrom('players')
      .select('id')
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst());
  if (!found) throw new Refusal(404, 'player/unknown', 'There is no such other player');
  return found.id;
}

/** Closes what is reported of a player; gives how many reports it were. */
export async function closeReports(trx: Trx, playerId: number, now: number): Promise<number> {
  const closed = await trx
    .updateTable('player_reports')
    .set({ closed_at: new Date(now) })
    .where('player_id', '=', playerId)
    .where('closed_at', 'is', null)
    .returning('id')
    .execute();
  return closed.length;
}

/** Deletes reports that are a year old. */
export async function deleteOldReports(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('player_reports')
    .where('at', '<', new Date(now - REPORT_MEMORY_MS))
    .execute();
}
