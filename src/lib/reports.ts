import { matchPath } from 'react-router-dom';
import { type Metric, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals';
import { env } from '../config/env.ts';
import { paths } from '../config/paths.ts';
import { VERSION } from '../config/version.ts';
import { isWorkerFault } from '../config/worker-messages.ts';
import {
  BUILD,
  type ClientReports,
  COUNT_MAX,
  type ErrorReport,
  FRAME,
  FRAMES_MAX,
  type PhoneReport,
  postClientReports,
  REPORTS_MAX,
  type VitalReport,
} from '../contract/client-reports.ts';
import { scrub } from '../contract/scrub.ts';
import { MINUTE_MS } from '../rules/calendar.ts';
import { savesData } from './saves-data.ts';
import { whenIdle } from './when-idle.ts';

/** An error that nobody handled, and the path of the page that it happened on. */
type Heard = { thrown: unknown; path: string };

declare global {
  interface Window {
    /** Errors that the document's head and error boundaries have noted; of no use after `listen`. */
    heard?: Heard[];
  }
}

/** Gives the errors so far, and then each new one as it happens. */
function listen(onHeard: (heard: Heard) => void): void {
  window.heard ??= [];
  const ear = window.heard;
  for (const heard of ear.splice(0)) onHeard(heard);
  ear.push = (...more) => {
    for (const heard of more) onHeard(heard);
    return 0;
  };
}

const PLACE = /(https?:\/\/[^/\s]+)\/(?:assets\/)?([\w.-]+\.js:\d+:\d+)/g;

/** The known fields of a thrown value; of an `Error` in a worker those of its copy. */
type Thrown = { name?: unknown; message?: unknown; stack?: unknown };

/**
 * The report of a thrown value, without any data of the player (errors.md#client-reports); `null` for
 * errors that have not passed through the app's own scripts, such as an extension's.
 */
export function errorReport(
  thrown: unknown,
  { where, path }: { where: ErrorReport['where']; path: string },
): ErrorReport | null {
  const { name, message, stack } = (thrown ?? {}) as Thrown;
  const frames = framesOf(String(stack)).slice(0, FRAMES_MAX);
  if (frames.length === 0) return null;
  const said = scrub(`${String(name)}: ${String(message)}`);
  return { kind: 'error', where, route: routeOf(path), message: said, frames, count: 1 };
}

/** The places of a stack that are in the app's own scripts, as `quiz-a1b2c3d4.js:1:2345`. */
function framesOf(stack: string): string[] {
  return [...stack.matchAll(PLACE)]
    .filter(([, origin, place = '']) => origin === location.origin && FRAME.test(place))
    .map(([, , place = '']) => place);
}

/** The pattern that a path is of, `*` for none of the app's: the path itself may name a round. */
export function routeOf(path: string): string {
  return Object.values(paths).find((pattern) => matchPath(pattern, path)) ?? '*';
}

/** Errors that follow another come in these milliseconds, and go with it. */
const GATHER_MS = 10_000;
const BETWEEN_BATCHES_MS = MINUTE_MS;
const BATCHES_A_VISIT = 5;

type Report = ErrorReport | VitalReport;

/**
 * Keeps a visit's reports in memory, ten at most, and has them sent a few times at most
 * (errors.md#client-reports). `send` gives whether they arrived; those that did not wait for the next
 * time.
 */
export function gatherReports(send: (reports: Report[]) => Promise<boolean>) {
  const waiting = new Map<string, Report>();
  const sent = new Set<string>();
  let left = BATCHES_A_VISIT;
  let lastAt = Number.NEGATIVE_INFINITY;
  let isPlanned = false;

  const isTooSoon = () => Date.now() - lastAt < BETWEEN_BATCHES_MS;

  const add = (report: Report) => {
    const key = keyOf(report);
    const known = waiting.get(key);
    if (sent.has(key) || (!known && waiting.size === REPORTS_MAX)) return;
    waiting.set(key, together(known, report));
    if (report.kind === 'error') plan();
  };

  const plan = () => {
    if (isPlanned || left === 0) return;
    isPlanned = true;
    const waitMs = Math.max(GATHER_MS, lastAt + BETWEEN_BATCHES_MS - Date.now());
    setTimeout(() => {
      whenIdle(() => {
        isPlanned = false;
        if (isTooSoon()) plan();
        else flush();
      });
    }, waitMs);
  };

  /** Sends waiting reports, unless that is too soon or was often enough. */
  const flush = () => {
    if (waiting.size === 0 || left === 0 || isTooSoon() || !navigator.onLine) return;
    const batch = new Map(waiting);
    waiting.clear();
    for (const key of batch.keys()) sent.add(key);
    left -= 1;
    lastAt = Date.now();
    void send([...batch.values()]).then((hasArrived) => {
      if (!hasArrived) takeBack(batch);
    });
  };

  const takeBack = (batch: Map<string, Report>) => {
    for (const [key, report] of batch) {
      sent.delete(key);
      if (waiting.size < REPORTS_MAX) waiting.set(key, report);
    }
  };

  return { add, flush };
}

function keyOf(report: Report): string {
  if (report.kind === 'vital') return report.name;
  return JSON.stringify([report.where, report.message, report.frames]);
}

/** The same error again is counted; of a vital the newest holds. */
function together(known: Report | undefined, report: Report): Report {
  if (known?.kind !== 'error' || report.kind !== 'error') return report;
  return { ...known, count: Math.min(known.count + report.count, COUNT_MAX) };
}

/** Fields that only browsers of one family have. */
type TellingNavigator = {
  connection?: { effectiveType?: PhoneReport['connection'] };
  deviceMemory?: number;
};

/** The id of the build that runs: the hash of its entry, which each change changes; `null` in development. */
function buildId(): string | null {
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? '';
  const id = /-([\w-]{8})\.js$/.exec(entry)?.[1] ?? '';
  return BUILD.test(id) ? id : null;
}

/** Describes phone and line, as far as the browser gives them. */
function describePhone(): PhoneReport {
  const { connection, deviceMemory } = navigator as TellingNavigator;
  const browser = browserOf(navigator.userAgent);
  return {
    ...(browser && { browser }),
    ...(connection?.effectiveType && { connection: connection.effectiveType }),
    ...(deviceMemory && { memory: deviceMemory }),
  };
}

/** Family and major version alone. */
function browserOf(userAgent: string): string | null {
  const [, family, version] =
    /(Chrome|Firefox)\/(\d{1,4})/.exec(userAgent) ??
    /(Version)\/(\d{1,4}).* Safari\//.exec(userAgent) ??
    [];
  return family ? `${family === 'Version' ? 'Safari' : family} ${version}` : null;
}

let hasStarted = false;

/**
 * Reports to the operator the errors on this phone and the speed of the game, without any data of the
 * player (errors.md#client-reports). Never throws, and its caller does not wait.
 */
export function startReports(): void {
  const build = buildId();
  if (hasStarted || !env.hasAdditions || build === null) return;
  hasStarted = true;
  const { add, flush } = gatherReports((reports) =>
    send({ build, version: VERSION, ...describePhone(), reports }),
  );
  const note = (thrown: unknown, where: 'page' | 'worker', path: string) => {
    try {
      const report = errorReport(thrown, { where, path });
      if (report) add(report);
    } catch {}
  };
  listen(({ thrown, path }) => note(thrown, 'page', path));
  navigator.serviceWorker?.addEventListener('message', ({ data }) => {
    if (isWorkerFault(data)) note(data.thrown, 'worker', location.pathname);
  });
  try {
    if (!savesData()) watchVitals(add);
  } catch {}
  // The last event that a page surely gets, also when it is left. The listener is on the window, not on the
  // document: the vitals are measured on the window too, and go with this report.
  addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') flush();
  });
}

/** Measures a visit's web vitals, from its begin though it is called later. */
function watchVitals(add: (report: VitalReport) => void): void {
  const [visit] = performance.getEntriesByType('navigation');
  const route = routeOf(new URL(visit?.name ?? location.href, location.href).pathname);
  const note = ({ name, value }: Metric) => {
    const rounded = name === 'CLS' ? Math.round(value * 1000) / 1000 : Math.round(value);
    add({ kind: 'vital', name, value: rounded, route });
  };
  for (const watch of [onCLS, onFCP, onINP, onLCP, onTTFB]) watch(note);
}

/** Gives whether they are on their way; a refusal is an answer too. Never throws. */
async function send(batch: ClientReports): Promise<boolean> {
  const url = `${env.apiUrl}${postClientReports.path}`;
  const body = new Blob([JSON.stringify(batch)], { type: 'application/json' });
  try {
    // A page that is left is often gone before a fetch of its own has passed the worker.
    if (document.visibilityState === 'hidden') return navigator.sendBeacon(url, body);
    // Not by lib/http: whether this call gets through says nothing to the player about the line.
    await fetch(url, { method: postClientReports.method, body, keepalive: true });
    return true;
  } catch {
    return false;
  }
}
