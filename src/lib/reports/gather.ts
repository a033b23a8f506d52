import {
  COUNT_MAX,
  type ErrorReport,
  REPORTS_MAX,
  type VitalReport,
} from '../../contract/client-reports.ts';
import { whenIdle } from '../when-idle.ts';

/** What follows an error comes in these milliseconds, and is sent with it. */
const GATHER_MS = 10_000;
const BETWEEN_BATCHES_MS = 60_000;
const BATCHES_A_VISIT = 5;

type Report = ErrorReport | VitalReport;

/**
 * Keeps a visit's reports in memory, ten at most, and has them sent a few times at most
 * (flows.md#client-reports). `send` gives whether they arrived; what did not waits for the next time.
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

  /** Sends what waits, unless that is too soon or was often enough. */
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
