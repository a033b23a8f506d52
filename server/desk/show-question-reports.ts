import { QUESTION_REPORT_REASONS } from '../../src/contract/question-reports.ts';
import type { Level } from '../../src/rules/levels.ts';
import type { Db } from '../database/tables.ts';
import type { Tally } from '../rounds/likelihood.ts';
import { freshByLevel, readPlayed } from '../rounds/played.ts';
import type { Desk } from './desk.ts';

const SHOWN = 100;

/** A player of whom little is known counts as one who is right half of the time. */
const UNKNOWN = { right: 5, asked: 10 };

/** How the list is sorted: by how many report a question, or by the strength of who does. */
export type ReportOrder = 'number' | 'strength';

/** Questions that are reported and not upheld, the most reported first (operations.md#wrong-questions). */
export async function showQuestionReports(
  { db, now, readBank }: Pick<Desk, 'db' | 'now' | 'readBank'>,
  order: ReportOrder,
): Promise<string[]> {
  const reports = await db
    .selectFrom('question_reports')
    .select(['question_id', 'player_id', 'level', 'reason', 'at'])
    .where('closed_at', 'is', null)
    .execute();
  if (reports.length === 0) return ['No question is reported'];
  const strengthOf = strengths(db, now());
  const texts = new Map(readBank().questions.map((one) => [one.id, one]));
  const rows = [];
  for (const [id, ones] of Map.groupBy(reports, (report) => report.question_id)) {
    let strength = 0;
    for (const { player_id, level } of ones) strength += await strengthOf(player_id, level);
    rows.push({ id, ones, number: ones.length, strength });
  }
  const other = order === 'number' ? 'strength' : 'number';
  const sorted = rows.toSorted((a, b) => b[order] - a[order] || b[other] - a[other]);
  const lines = sorted.slice(0, SHOWN).flatMap(({ id, ones, number, strength }) => {
    const reasons = QUESTION_REPORT_REASONS.map((reason) => {
      return { reason, times: ones.filter((one) => one.reason === reason).length };
    }).filter(({ times }) => times > 0);
    const why = reasons.map(({ reason, times }) => `${reason} ${times}`).join(', ');
    const asked = texts.get(id);
    return [
      `${id}: ${number} reports, strength ${strength.toFixed(1)}: ${why}`,
      asked ? `  ${asked.question} ${asked.answer}` : '  It is in play no more',
    ];
  });
  if (sorted.length > SHOWN) lines.push('More are in the table question_reports');
  return lines;
}

/** What a player's word weighs at a level, from 0 to 1: the share that they have right there. */
function strengths(db: Db, now: number) {
  const known = new Map<number, Promise<Record<Level, Tally>>>();
  const read = async (playerId: number) =>
    freshByLevel(await readPlayed(db, playerId, { startsAt: now, endsAt: now }));
  return async (playerId: number, level: Level): Promise<number> => {
    const reading = known.get(playerId) ?? read(playerId);
    known.set(playerId, reading);
    const { right, asked } = (await reading)[level];
    return (right + UNKNOWN.right) / (asked + UNKNOWN.asked);
  };
}
