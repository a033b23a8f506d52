import { type Fetched, TELL_FETCHED } from '../src/config/data-meter.ts';
import { ownScope } from './scope.ts';

/** Tells a page that asks what was fetched here since the last time (flows.md#data-meter). */
export function tellFetched(): void {
  ownScope.addEventListener('message', (event) => {
    if ((event.data as { type?: unknown } | null)?.type !== TELL_FETCHED.type) return;
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    performance.clearResourceTimings();
    event.ports[0]?.postMessage(entries.map(asFetched));
  });
}

function asFetched(entry: PerformanceResourceTiming): Fetched {
  return {
    name: entry.name,
    endedAt: performance.timeOrigin + entry.responseEnd,
    transferSize: entry.transferSize,
    encodedBodySize: entry.encodedBodySize,
  };
}
