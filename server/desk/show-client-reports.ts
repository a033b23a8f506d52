import { readVitals, type VitalCounts } from '../client-reports/describe.ts';
import { VITAL_BOUNDS } from '../client-reports/vitals.ts';
import type { ReportSample } from '../database/report-tables.ts';
import type { Db } from '../database/tables.ts';

const SHOWN = 50;
/** By what web vitals are judged: most phones, not the usual one. */
const MOST = 0.75;

/** A day's errors of phones, the most frequent first, and how fast most phones were. */
export async function showClientReports(db: Db, day: string): Promise<string[]> {
  const errors = await db
    .selectFrom('client_reports')
    .selectAll()
    .where('day', '=', day)
    .where('kind', '=', 'error')
    .orderBy('count', 'desc')
    .orderBy('first_at')
    .orderBy('fingerprint')
    .execute();
  const lines = errors
    .slice(0, SHOWN)
    .flatMap(({ count, build, first_at, last_at, sample }) => [
      `${count} × ${build}, ${timeOf(first_at)} to ${timeOf(last_at)}${whatIs(sample)}`,
      ...(sample?.kind === 'error'
        ? [`    ${sample.message}`, `    ${sample.frames.join(' < ')}`]
        : []),
    ]);
  if (errors.length > SHOWN) lines.push('More are in the table client_reports');
  lines.push(...(await readVitals(db, day)).map(describe));
  return lines.length === 0 ? [`Nothing was reported on ${day}`] : lines;
}

function whatIs(sample: ReportSample | null): string {
  if (sample?.kind !== 'error') return ': different ones beyond those that a day has room for';
  const { where, route, browser, connection, memory } = sample;
  const phone = [browser, connection, memory === undefined ? undefined : `${memory} GB`];
  const first = phone.filter((part) => part !== undefined).join(', ');
  return `, ${where} ${route}${first === '' ? '' : `, first on ${first}`}`;
}

function describe({ name, buckets, count }: VitalCounts): string {
  const unit = name === 'CLS' ? '' : ' ms';
  const [last] = VITAL_BOUNDS[name].slice(-1);
  const most = buckets.find(({ within }) => within >= MOST * count)?.le;
  return most === '+Inf'
    ? `${name}: more than one of four visits above ${last}${unit}, of ${count}`
    : `${name}: three of four visits within ${most}${unit}, of ${count}`;
}

/** In Lagos, to the minute. */
function timeOf(at: Date): string {
  return at.toLocaleTimeString('en-NG', {
    timeZone: 'Africa/Lagos',
    hour12: false,
    hour: '2-digit',
    minute: '2-digit',
  });
}
