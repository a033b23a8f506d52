import { type ClientReports, VITALS, type Vital } from '../../src/contract/client-reports.ts';
import { DAY_MS, lagosDate } from '../../src/rules/calendar.ts';
import { sha256 } from '../crypto/hash.ts';
import type { Db, ReportSample, ReportTables } from '../database/tables.ts';

/**
 * How many different reports of a kind get a row on one day, so that a flood of reports cannot fill the disk.
 */
const ROWS_PER_DAY = 500;
const MEMORY_MS = 30 * DAY_MS;

/** The fingerprint and build of the reports that get no row of their own, once a day has all its rows. */
const OTHER = 'other';

type Key = Pick<ReportTables['client_reports'], 'day' | 'kind' | 'fingerprint' | 'build'>;

/** Counts the reports of a phone, which the contract has scrubbed (errors.md#client-reports). */
export async function keepReports(
  db: Db,
  { build, reports, ...phone }: ClientReports,
  now: number,
): Promise<void> {
  // The reports are counted one after the other: transactions that count the same rows would lock each other.
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

/** Whether a report's row exists, or the day has room for it. */
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

/** Deletes reports that are older than 30 days. */
export async function deleteOldClientReports(db: Db, now: number): Promise<void> {
  const before = lagosDate(now - MEMORY_MS);
  await db.deleteFrom('client_reports').where('day', '<', before).execute();
}

/**
 * How many builds are counted by name. They are the first of the day, so no count falls before the day is
 * over.
 */
const BUILDS_SHOWN = 8;

/**
 * The day's errors by build and its vitals, for Prometheus. The counts begin at 0 on each Lagos day, which
 * Prometheus takes for a restart. Every server gives the same counts.
 */
export async function describeReports(db: Db, now: number): Promise<string[]> {
  const day = lagosDate(now);
  return [
    '# HELP fom_client_errors_total Errors that phones reported since midnight in Lagos.',
    '# TYPE fom_client_errors_total counter',
    ...(await describeErrors(db, day)),
    '# HELP fom_client_vitals Web vitals that phones reported since midnight in Lagos.',
    '# TYPE fom_client_vitals histogram',
    ...(await describeVitals(db, day)),
  ];
}

async function describeErrors(db: Db, day: string): Promise<string[]> {
  const builds = await db
    .selectFrom('client_reports')
    .select(({ fn }) => ['build', fn.sum<number>('count').as('errors')])
    .where('day', '=', day)
    .where('kind', '=', 'error')
    .groupBy('build')
    .orderBy(({ fn }) => fn.min('first_at'))
    .orderBy('build')
    .execute();
  const shown = builds.filter(({ build }) => build !== OTHER).slice(0, BUILDS_SHOWN);
  const others = builds.filter((build) => !shown.includes(build));
  const sum = others.reduce((all, { errors }) => all + Number(errors), 0);
  return [...shown, ...(others.length > 0 ? [{ build: OTHER, errors: sum }] : [])].map(
    ({ build, errors }) => `fom_client_errors_total{build="${build}"} ${errors}`,
  );
}

async function describeVitals(db: Db, day: string): Promise<string[]> {
  const vitals = await readVitals(db, day);
  return vitals.flatMap(({ name, buckets, count, total }) => [
    ...buckets.map(({ le, within }) => {
      return `fom_client_vitals_bucket{name="${name}",le="${le}"} ${within}`;
    }),
    `fom_client_vitals_sum{name="${name}"} ${total}`,
    `fom_client_vitals_count{name="${name}"} ${count}`,
  ]);
}

/** How many of a vital's values are at most each bound. */
export type VitalCounts = {
  name: Vital;
  buckets: { le: string; within: number }[];
  count: number;
  total: number;
};

/** A day's vitals; a vital that no phone has reported is left out. */
export async function readVitals(db: Db, day: string): Promise<VitalCounts[]> {
  const rows = await db
    .selectFrom('client_reports')
    .select(({ fn }) => [
      'fingerprint',
      fn.sum<number>('count').as('count'),
      fn.sum<number>('total').as('total'),
    ])
    .where('day', '=', day)
    .where('kind', '=', 'vital')
    .groupBy('fingerprint')
    .execute();
  return VITALS.map((name) => {
    const of = (le: string) => rows.find(({ fingerprint }) => fingerprint === `${name} ${le}`);
    let count = 0;
    let total = 0;
    const buckets = [...VITAL_BOUNDS[name].map(String), '+Inf'].map((le) => {
      count += Number(of(le)?.count ?? 0);
      total += Number(of(le)?.total ?? 0);
      return { le, within: count };
    });
    return { name, buckets, count, total };
  }).filter(({ count }) => count > 0);
}

/**
 * The bounds of each vital's buckets, among them web.dev's bounds of good and poor, in milliseconds. CLS has
 * no unit.
 */
export const VITAL_BOUNDS: Record<Vital, readonly number[]> = {
  LCP: [1000, 2500, 4000, 8000, 16_000],
  FCP: [1000, 1800, 3000, 6000, 12_000],
  INP: [100, 200, 500, 1000, 2000],
  TTFB: [400, 800, 1800, 3000, 6000],
  CLS: [0.02, 0.1, 0.25, 0.5],
};

/** The bucket of a value, named by its upper bound, or `+Inf`. */
function bucketOf(name: Vital, value: number): string {
  return String(VITAL_BOUNDS[name].find((bound) => value <= bound) ?? '+Inf');
}
