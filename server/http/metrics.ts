import { performance } from 'node:perf_hooks';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { onBegunAnew } from '../database/again.ts';
import type { App } from './serve.ts';

/** Counts of this process since it started. Each server gives its own, so that they can be added up. */
export const processMetrics = new Registry();
const registers = [processMetrics];

const requests = new Counter({
  name: 'fom_requests_total',
  help: 'Requests that were answered, by route and status.',
  labelNames: ['method', 'route', 'status'],
  registers,
});

/** The buckets are finer around the promised 150 ms. */
const requestSeconds = new Histogram({
  name: 'fom_request_seconds',
  help: 'Time to the end of an answer, by route.',
  labelNames: ['method', 'route'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 10],
  registers,
});

/**
 * Calls with a key: `done` at this call, `repeated` with the kept reply, or `running` while the first call
 * still runs.
 */
export const keyedCalls = new Counter({
  name: 'fom_keyed_calls_total',
  help: 'Calls with an idempotency key, by route: done, repeated, running.',
  labelNames: ['route', 'what'],
  registers,
});

export const limitedCalls = new Counter({
  name: 'fom_limited_calls_total',
  help: 'Calls refused as too many in a minute, by who called: player, address, unknown-token.',
  labelNames: ['by'],
  registers,
});

export const movements = new Counter({
  name: 'fom_ledger_movements_total',
  help: 'Movements entered into the ledger, with those of transactions that were then undone.',
  labelNames: ['reason'],
  registers,
});

export const repeatedMovements = new Counter({
  name: 'fom_ledger_repeats_total',
  help: 'Movements that were in the ledger already, so that nothing moved.',
  labelNames: ['reason'],
  registers,
});

export const boardReads = new Counter({
  name: 'fom_board_reads_total',
  help: 'Boards read while there is a read replica, by who has answered: replica, primary.',
  labelNames: ['from'],
  registers,
});

const begunAnew = new Counter({
  name: 'fom_transactions_begun_anew_total',
  help: 'Transactions that the database undid because of others, and that were begun anew.',
  registers,
});
onBegunAnew(() => begunAnew.inc());

new Gauge({
  name: 'process_resident_memory_bytes',
  help: 'Memory of the process.',
  registers,
  collect() {
    this.set(process.memoryUsage.rss());
  },
});

new Gauge({
  name: 'process_start_time_seconds',
  help: 'When the process started.',
  registers,
}).set(Math.round(performance.timeOrigin / 1000));

new Gauge({
  name: 'fom_event_loop_busy',
  help: 'Share of the time since this was last asked that the process was busy.',
  registers,
  collect() {
    this.set(busySinceAsked());
  },
});

let lastAsked = performance.eventLoopUtilization();

function busySinceAsked(): number {
  const now = performance.eventLoopUtilization();
  const { utilization } = performance.eventLoopUtilization(now, lastAsked);
  lastAsked = now;
  return utilization;
}

/** Counts every answer and measures its time, by the pattern of its route. */
export function measureRequests(app: App): void {
  app.addHook(
    'onResponse',
    async ({ method, routeOptions }: FastifyRequest, reply: FastifyReply) => {
      const route = routeOptions.url ?? '(none)';
      requests.inc({ method, route, status: reply.statusCode });
      requestSeconds.observe({ method, route }, reply.elapsedTime / 1000);
    },
  );
}
