import { VITALS, type Vital } from '../../src/contract/client-reports.ts';
import { lagosDate } from '../../src/rules/calendar.ts';
import type { Db } from '../database/tables.ts';
import { OTHER } from './keep.ts';
import { VITAL_BOUNDS } from './vitals.ts';

/** Told apart; the first of the day, so that no count ever falls before it is over. */
const BUILDS_SHOWN = 8;

/**
 * The day's errors by build and its vitals, for Prometheus. They begin at 0 with each Lagos day, which
 * it takes for a restart; every server tells the same.
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

/** How many of a vital's values are within each bound. */
export type VitalCounts = {
  name: Vital;
  buckets: { le: string; within: number }[];
  count: number;
  total: number;
};

/** A day's vitals, those that there are. */
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
