import type { FastifyBaseLogger } from 'fastify';
import { MINUTE_MS } from '../src/rules/calendar.ts';
import { markKeptAccounts } from './accounts/profile/bank-accounts.ts';
import { endUnprovenSessions } from './accounts/sign-in/callers.ts';
import { giveProofBack } from './accounts/sign-in/proofs.ts';
import { keepMoneyApart } from './database/money-kind.ts';
import { type Folders, ownAddress, retireWorker, serveFiles, triedPolicy } from './http/assets.ts';
import { BODY_TIMES, type BodyTimes } from './http/bodies.ts';
import { limitCalls } from './http/limits.ts';
import { newApp } from './http/new-app.ts';
import { shareFairly } from './http/queue.ts';
import type { App } from './http/serve.ts';
import { reconcile } from './payments/reconcile.ts';
import { renewEnded } from './payments/renew-plans.ts';
import { makeAndJudgePayouts } from './prizes/judge.ts';
import { notePrizeTable } from './prizes/places.ts';
import { sendPrizes } from './prizes/send.ts';
import { openProviders } from './providers/open-providers.ts';
import type { ProviderFetch } from './providers/provider-http.ts';
import { sealDraws } from './raffle/draws.ts';
import { updateVerdicts } from './rounds/health/health.ts';
import { allRoutes } from './routes/all-routes.ts';
import { HEARTBEAT_EVERY_MS, heartbeat, watchCalls } from './rush/outages.ts';
import { mountSandbox } from './sandbox/mount.ts';
import { type Foundations, openServices, type Services } from './services.ts';
import { sweep } from './upkeep/sweep.ts';

const SWEEP_EVERY_MS = 10 * MINUTE_MS;
/** How often payments are reconciled. After a crash, a paid purchase is credited within five minutes. */
const RECONCILE_EVERY_MS = MINUTE_MS;
const RENEW_EVERY_MS = MINUTE_MS;
const PRIZES_EVERY_MS = MINUTE_MS;
const SEAL_EVERY_MS = MINUTE_MS;
const TEND_EVERY_MS = 10 * MINUTE_MS;

/** The parts that an app is built from. The process and its tests differ only in them. */
export type AppParts = Foundations & {
  folders: Folders;
  /** How providers are reached: `fetch`. */
  providerFetch: ProviderFetch;
  bodyTimes?: BodyTimes;
};

/** Builds the whole server, ready to listen. Closing the app leaves the given database and ranking open. */
export async function buildApp(parts: AppParts): Promise<App> {
  const { config, ranking, folders, providerFetch, bodyTimes = BODY_TIMES } = parts;
  const app = await newApp(config, folders, bodyTimes);
  const providers = openProviders(config, providerFetch, () => ownAddress(app));
  await keepMoneyApart(parts.db, config, parts.now());
  const services = await openServices(parts, providers);
  const calls = watchCalls(app);
  limitCalls(app, services);
  shareFairly(app, services);
  // A server without sorted sets writes to the database alone, so the sets may lack what it wrote.
  await ranking.forget().catch((err) => {
    app.log.warn({ err }, 'the sorted sets are away: the database ranks until they are there');
  });
  await notePrizeTable(parts.db, config, parts.now());
  await endUnprovenSessions(services, app.log);
  await markKeptAccounts(services, app.log);
  app.addHook('preSerialization', giveProofBack(services));
  allRoutes(app, services, folders);
  await mountSandbox(app, services);
  if (config.isWorkerRetired) retireWorker(app);
  await serveFiles(app, folders, triedPolicy(config));
  const beating = heartbeat(services, calls);
  // An outage before this process started has to be noted before the first call comes in.
  await beating();
  keepUp(app, services, beating);
  return app;
}

/** Starts the regular background work, which runs until the app closes. */
function keepUp(app: App, services: Services, beating: () => Promise<void>): void {
  const { log } = app;
  const upkeeps: Upkeep[] = [
    { what: 'the sweep', everyMs: SWEEP_EVERY_MS, work: () => sweep(services, log) },
    {
      what: 'reconciling payments',
      everyMs: RECONCILE_EVERY_MS,
      work: (signal) => reconcile(services, log, signal),
    },
    {
      what: 'renewing plans',
      everyMs: RENEW_EVERY_MS,
      work: (signal) => renewEnded(services, log, signal),
    },
    {
      what: 'making and judging payouts',
      everyMs: PRIZES_EVERY_MS,
      work: (signal) => makeAndJudgePayouts(services, log, signal),
    },
    {
      what: 'sending prizes',
      everyMs: PRIZES_EVERY_MS,
      work: (signal) => sendPrizes(services, log, signal),
    },
    { what: "sealing the raffle's list", everyMs: SEAL_EVERY_MS, work: () => sealDraws(services) },
    {
      what: 'tending the questions',
      everyMs: TEND_EVERY_MS,
      work: (signal) => updateVerdicts(services, signal),
    },
    { what: 'the heartbeat', everyMs: HEARTBEAT_EVERY_MS, work: beating },
  ];
  for (const upkeep of upkeeps) app.addHook('onClose', regularly(upkeep, log));
}

/** Background work that a process repeats. */
export type Upkeep = {
  what: string;
  everyMs: number;
  work: (signal: AbortSignal) => Promise<void>;
};

/**
 * Repeats the work while the process runs, never two runs at the same time. Gives the function that stops it.
 */
export function regularly(
  { what, everyMs, work }: Upkeep,
  log: Pick<FastifyBaseLogger, 'error'>,
): () => Promise<void> {
  const end = new AbortController();
  let running: Promise<void> | null = null;
  const run = async () => {
    try {
      await work(end.signal);
    } catch (err) {
      log.error({ err }, `${what} failed`);
    }
    running = null;
  };
  const timer = setInterval(() => {
    running ??= run();
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    end.abort();
    await running;
  };
}
