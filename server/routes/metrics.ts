import { isIPv4 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { describeArrivals } from '../accounts/sign-in/arrivals.ts';
import { describeBudget, describeSignIns } from '../accounts/sign-in/codes.ts';
import { describeReports } from '../client-reports/client-reports.ts';
import { isSameText } from '../crypto/hash.ts';
import { poolUse } from '../database/postgres.ts';
import type { Db } from '../database/tables.ts';
import { credentialOf } from '../http/callers.ts';
import { processMetrics } from '../http/metrics.ts';
import { type App, Refusal } from '../http/serve.ts';
import { countPayments, oldestPending } from '../payments/reads.ts';
import { oldestUnjudged } from '../prizes/judge.ts';
import { type ReserveState, reserveState } from '../rush/reserve.ts';
import type { Services } from '../services.ts';

/** The headers that a proxy adds. Behind a proxy, every call comes from the loopback address. */
const PROXY_HEADERS = ['forwarded', 'via', 'x-forwarded-for', 'x-real-ip'];

/**
 * Serves the metrics of payments, prizes, the reserve, phones, sign-ins, rounds and this process for
 * Prometheus. A caller must have the token, or call without a token from the machine itself.
 */
export function metricsRoute(app: App, { db, config, now, reserve, lines }: Services): void {
  app.get('/metrics', async (request, reply) => {
    const token = credentialOf(request, 'Bearer');
    const isTrusted =
      token === null
        ? isFromHere(request)
        : config.metricsToken !== null && isSameText(token, config.metricsToken);
    if (!isTrusted) throw new Refusal(404, 'route/unknown', 'There is nothing here');
    reply.type('text/plain; version=0.0.4; charset=utf-8');
    const told = [
      ...(await describePayments(db, now())),
      ...(await describePrizes({ db, config, now })),
      ...describeReserve(await reserveState(db, reserve, now())),
      ...(await describeReports(db, now())),
      ...(await describeSignIns(db, now())),
      ...(await describeBudget({ db, config, now })),
      ...(await describeArrivals(db, now())),
      ...describeProviders(lines),
      ...(await describeOpenRounds(db)),
      ...describePool(db),
    ];
    return `${told.join('\n')}\n${await processMetrics.metrics()}`;
  });
}

function isFromHere({ socket, headers }: FastifyRequest): boolean {
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  const isLoopback = isIPv4(address) ? address.startsWith('127.') : address === '::1';
  return isLoopback && PROXY_HEADERS.every((name) => headers[name] === undefined);
}

async function describePayments(db: Db, now: number): Promise<string[]> {
  const counts = await countPayments(db);
  const ageMs = now - ((await oldestPending(db, now)) ?? now);
  return [
    '# HELP fom_payments Payments by way and state.',
    '# TYPE fom_payments gauge',
    ...counts.map(({ way, state, count }) => {
      return `fom_payments{way="${way}",state="${state}"} ${count}`;
    }),
    '# HELP fom_oldest_pending_payment_seconds Age of the oldest payment without an end.',
    '# TYPE fom_oldest_pending_payment_seconds gauge',
    `fom_oldest_pending_payment_seconds ${Math.max(0, Math.round(ageMs / 1000))}`,
  ];
}

async function describePrizes({
  db,
  config,
  now,
}: Pick<Services, 'db' | 'config' | 'now'>): Promise<string[]> {
  // Without a permit no prize is checked.
  const ageMs = config.isContestOpen ? now() - ((await oldestUnjudged(db)) ?? now()) : 0;
  return [
    '# HELP fom_oldest_unchecked_prize_seconds How long the prize that waits longest has not been checked.',
    '# TYPE fom_oldest_unchecked_prize_seconds gauge',
    `fom_oldest_unchecked_prize_seconds ${Math.max(0, Math.round(ageMs / 1000))}`,
  ];
}

function describeProviders(lines: Services['lines']): string[] {
  return [
    '# HELP fom_provider_down 1 where a provider has failed so often in a row that it is left alone.',
    '# TYPE fom_provider_down gauge',
    ...Object.entries(lines).map(([name, { isDown }]) => {
      return `fom_provider_down{provider="${name}"} ${isDown() ? 1 : 0}`;
    }),
  ];
}

/** Counts open rounds and runs. Each count reads an index of the open rows alone. */
async function describeOpenRounds(db: Db): Promise<string[]> {
  const countOpen = async (table: 'rounds' | 'rush_runs') => {
    const { open } = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('open'))
      .where('state', '=', 'open')
      .executeTakeFirstOrThrow();
    return Number(open);
  };
  return [
    '# HELP fom_open_rounds Rounds, and runs of Millionaire Rush, whose result is still to come.',
    '# TYPE fom_open_rounds gauge',
    `fom_open_rounds{kind="round"} ${await countOpen('rounds')}`,
    `fom_open_rounds{kind="run"} ${await countOpen('rush_runs')}`,
  ];
}

function describePool(db: Db): string[] {
  const use = poolUse(db);
  return [
    '# HELP fom_pool_connections Connections of this process to PostgreSQL.',
    '# TYPE fom_pool_connections gauge',
    ...(use ? (['busy', 'idle'] as const) : []).map((state) => {
      return `fom_pool_connections{state="${state}"} ${use?.[state]}`;
    }),
    '# HELP fom_pool_waiting Queries that wait for a connection.',
    '# TYPE fom_pool_waiting gauge',
    `fom_pool_waiting ${use?.waiting ?? 0}`,
  ];
}

function describeReserve({ levels, warnBelow }: ReserveState): string[] {
  return [
    '# HELP fom_rush_runs_possible Runs that the reserve of Millionaire Rush has questions for.',
    '# TYPE fom_rush_runs_possible gauge',
    ...levels.map(({ level, runs }) => `fom_rush_runs_possible{level="${level}"} ${runs}`),
    '# HELP fom_rush_runs_warning Below so many possible runs new questions are needed.',
    '# TYPE fom_rush_runs_warning gauge',
    `fom_rush_runs_warning ${warnBelow}`,
  ];
}
