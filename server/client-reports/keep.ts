import type { ClientReports } from '../../src/contract/client-reports.ts';
import { DAY_MS, lagosDate } from '../../src/rules/calendar.ts';
import { sha256 } from '../crypto/hash.ts';
import type { ReportSample, ReportTables } from '../database/report-tables.ts';
import type { Db } from '../database/tables.ts';
import { bucketOf } from './vitals.ts';

/** Different ones of a kind that a day has rows for: a flood fills no disk. */
const ROWS_PER_DAY = 500;
const MEMORY_MS = 30 * DAY_MS;

/** Stands for what and which build, once a day has all its rows. */
export const OTHER = 'other';

type Key = Pick<ReportTables['client_reports'], 'day' | 'kind' | 'fingerprint' | 'build'>;

/** Counts the reports of a phone, which the contract has scrubbed (flows.md#client-reports). */
export async function keepReports(
  db: Db,
  { build, reports, ...phone }: ClientReports,
  now: number,
): Promise<void> {
  // One after the other and not as one: transactions that count the same rows would lock each other.
  for (const report of reports) await keep(db, build, { ...report, ...phone }, now);
}

async function keep(db: Db, build: string, report: ReportSample, now: number): Promise<void> {
  const { kind } = report;
  const own = { day: lagosDate(now), kind, fingerprint: fingerprintOf(report), build };
  const hasRow = await hasRowFor(db, own);
  const key = hasRow ? own : { ...own, fingerprint: OTHER, build: OTHER };
  const at = new Date(now);
  const count = kind === 'error' ? report.count : 1;
  const total = kind === 'vital' ? report.value : 0;
  const sample = hasRow ? JSON.stringify(report) : null;
  await db
    .insertInto('client_reports')
    .values({ ...key, count, total, sample, first_at: at, last_at: at })
    .onConflict((conflict) =>
      conflict.columns(['day', 'kind', 'fingerprint', 'build']).doUpdateSet(({ eb, ref }) => ({
        count: eb(ref('client_reports.count'), '+', count),
        total: eb(ref('client_reports.total'), '+', total),
        last_at: at,
      })),
    )
    .execute();
}

function fingerprintOf(report: ReportSample): string {
  if (report.kind === 'vital') return `${report.name} ${bucketOf(report.name, report.value)}`;
  const { where, message, frames } = report;
  return sha256(JSON.stringify([where, message, frames])).slice(0, 16);
}

/** Whether it has one, or the day has room for it. */
async function hasRowFor(db: Db, { day, kind, fingerprint, build }: Key): Promise<boolean> {
  const rows = await db
    .selectFrom('client_reports')
    .select(['fingerprint', 'build'])
    .where('day', '=', day)
    .where('kind', '=', kind)
    .where('fingerprint', '<>', OTHER)
    .execute();
  const isKnown = rows.some((row) => row.fingerprint === fingerprint && row.build === build);
  return isKnown || rows.length < ROWS_PER_DAY;
}

/** Deletes what was reported more than 30 days ago. */
export async function deleteOldClientReports(db: Db, now: number): Promise<void> {
  const before = lagosDate(now - MEMORY_MS);
  await db.deleteFrom('client_reports').where('day', '<', before).execute();
}
