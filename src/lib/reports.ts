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

/** An error that nobody handled, and the path of the page on which it happened. */
type Heard = { thrown: unknown; path: string };

declare global {
  interface Window {
    /**
     * Errors that the document's head and error boundaries have noted. After `listen` the list stays
     * empty, because each error is passed on at once.
     */
    heard?: Heard[];
  }
}

/** Calls back with the errors so far, and then with each new error as it happens. */
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

/** The known fields of a thrown value. A worker's `Error` arrives as a copy with these fields. */
type Thrown = { name?: unknown; message?: unknown; stack?: unknown };

/**
 * Makes the report of a thrown value, without any data of the player (errors.md#client-reports). Gives
 * `null` for an error outside the app's own scripts, such as an extension's.
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

/** Gives the lines of a stack that are in the app's own scripts, as `quiz-a1b2c3d4.js:1:2345`. */
function framesOf(stack: string): string[] {
  return [...stack.matchAll(PLACE)]
    .filter(([, origin, place = '']) => origin === location.origin && FRAME.test(place))
    .map(([, , place = '']) => place);
}

/**
 * Gives the route pattern of a path, since the path itself may name a round. Gives `*` if it is not a
 * path of the app.
 */
export function routeOf(path: string): string {
  return Object.values(paths).find((pattern) => matchPath(pattern, path)) ?? '*';
}

/**
 * How long reports gather before they are sent. An error often causes others, which are then sent with
 * it.
 */
const GATHER_MS = 10_000;
const BETWEEN_BATCHES_MS = MINUTE_MS;
const BATCHES_A_VISIT = 5;

type Report = ErrorReport | VitalReport;

/**
 * Keeps up to ten reports of a visit in memory and sends them at most a few times
 * (errors.md#client-reports). `send` gives whether they arrived. Reports that did not arrive wait for
 * the next time.
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

  /**
   * Sends waiting reports, unless the last batch was too recent or the visit has sent as many as it
   * may.
   */
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

/** Counts an error that came again. For a web vital, keeps the newest value. */
function together(known: Report | undefined, report: Report): Report {
  if (known?.kind !== 'error' || report.kind !== 'error') return report;
  return { ...known, count: Math.min(known.count + report.count, COUNT_MAX) };
}

/** Fields that only browsers of one family have. */
type TellingNavigator = {
  connection?: { effectiveType?: PhoneReport['connection'] };
  deviceMemory?: number;
};

/**
 * Gives the id of the running build: the hash of its entry file, which every change changes. Gives
 * `null` in development.
 */
function buildId(): string | null {
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? '';
  const id = /-([\w-]{8})\.js$/.exec(entry)?.[1] ?? '';
  return BUILD.test(id) ? id : null;
}

/** Describes phone and network, as far as the browser tells. */
function describePhone(): PhoneReport {
  const { connection, deviceMemory } = navigator as TellingNavigator;
  const browser = browserOf(navigator.userAgent);
  return {
    ...(browser && { browser }),
    ...(connection?.effectiveType && { connection: connection.effectiveType }),
    ...(deviceMemory && { memory: deviceMemory }),
  };
}

/** Gives the browser's family and major version only. */
function browserOf(userAgent: string): string | null {
  const [, family, version] =
    /(Chrome|Firefox)\/(\d{1,4})/.exec(userAgent) ??
    /(Version)\/(\d{1,4}).* Safari\//.exec(userAgent) ??
    [];
  return family ? `${family === 'Version' ? 'Safari' : family} ${version}` : null;
}

let hasStarted = false;

/**
 * Reports errors and the speed of the game to the operator, without any data of the player
 * (errors.md#client-reports). It never throws, and its caller does not wait.
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
  // This is the last event that a page surely gets, also when the player leaves it. The listener is on
  // the window and not on the document: the web vitals are measured on the window too, so they are part
  // of this report.
  addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') flush();
  });
}

/** Measures the web vitals of the whole visit, including the time before this call. */
function watchVitals(add: (report: VitalReport) => void): void {
  const [visit] = performance.getEntriesByType('navigation');
  const route = routeOf(new URL(visit?.name ?? location.href, location.href).pathname);
  const note = ({ name, value }: Metric) => {
    const rounded = name === 'CLS' ? Math.round(value * 1000) / 1000 : Math.round(value);
    add({ kind: 'vital', name, value: rounded, route });
  };
  for (const watch of [onCLS, onFCP, onINP, onLCP, onTTFB]) watch(note);
}

/** Gives whether the reports have been sent. A refusal by the server counts as sent too. Never throws. */
async function send(batch: ClientReports): Promise<boolean> {
  const url = `${env.apiUrl}${postClientReports.path}`;
  const body = new Blob([JSON.stringify(batch)], { type: 'application/json' });
  try {
    // A fetch passes through the service worker, and a page that is left is often closed before that.
    if (document.visibilityState === 'hidden') return navigator.sendBeacon(url, body);
    // Not by lib/http, because the outcome of this call must not change the network state that players
    // see.
    await fetch(url, { method: postClientReports.method, body, keepalive: true });
    return true;
  } catch {
    return false;
  }
}
