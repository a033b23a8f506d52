import { type Metric, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals';
import { env } from '../../config/env.ts';
import { isWorkerFault } from '../../config/worker-fault.ts';
import type { ClientReports, VitalReport } from '../../contract/client-reports.ts';
import { postClientReports } from '../../contract/endpoints/client-reports.ts';
import { savesData } from '../saves-data.ts';
import { listen } from './ear.ts';
import { errorReport, routeOf } from './error-report.ts';
import { gatherReports } from './gather.ts';
import { buildId, describePhone } from './phone.ts';

let hasStarted = false;

/**
 * Tells the operator what goes wrong on this phone and how fast the game is, nothing of who plays
 * (flows.md#client-reports). Never throws; nobody waits for it.
 */
export function startReports(): void {
  const build = buildId();
  if (hasStarted || !env.hasAdditions || build === null) return;
  hasStarted = true;
  const { add, flush } = gatherReports((reports) => send({ build, ...describePhone(), reports }));
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
  // The last that a page surely hears, also when it is left. On the window and not on the document:
  // the vitals are told there, and go with it.
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
