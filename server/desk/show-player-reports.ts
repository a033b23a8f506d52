import { sql } from 'kysely';
import { REPORT_REASONS } from '../../src/contract/profile.ts';
import type { Db } from '../database/tables.ts';

const SHOWN = 100;

/** Players of whom something is reported and not closed, the most reported first. */
export async function showPlayerReports(db: Db): Promise<string[]> {
  const reported = await db
    .selectFrom('player_reports')
    .innerJoin('players', 'players.id', 'player_reports.player_id')
    .select(['players.id', 'phone', 'nickname', 'image'])
    .select(({ fn }) => [
      fn.countAll<number>().as('reports'),
      fn.max('at').as('last'),
      sql<string[]>`array_agg(reason)`.as('reasons'),
    ])
    .where('closed_at', 'is', null)
    .groupBy('players.id')
    .orderBy('reports', 'desc')
    .orderBy('last', 'desc')
    .limit(SHOWN + 1)
    .execute();
  const lines = reported.slice(0, SHOWN).map(({ id, phone, nickname, image, last, reasons }) => {
    const counts = REPORT_REASONS.map((reason) => {
      return { reason, times: reasons.filter((one) => one === reason).length };
    }).filter(({ times }) => times > 0);
    const why = counts.map(({ reason, times }) => `${reason} ${times}`).join(', ');
    const picture = image === null ? 'no picture' : `/static/${image}`;
    return `${id} ${phone} ${nickname}: ${why}, last ${last.toISOString()}; ${picture}`;
  });
  if (reported.length > SHOWN) lines.push('More are in the table player_reports');
  return lines.length === 0 ? ['Nobody is reported'] : lines;
}
