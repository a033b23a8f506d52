import { type Metric, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals';
import type { VitalReport } from '../../contract/client-reports.ts';
import { routeOf } from './error-report.ts';

/** Measures a visit's web vitals, from its begin though it is called later. */
export function watchVitals(add: (report: VitalReport) => void): void {
  const [visit] = performance.getEntriesByType('navigation');
  const route = routeOf(new URL(visit?.name ?? location.href, location.href).pathname);
  const note = ({ name, value }: Metric) => {
    const rounded = name === 'CLS' ? Math.round(value * 1000) / 1000 : Math.round(value);
    add({ kind: 'vital', name, value: rounded, route });
  };
  for (const watch of [onCLS, onFCP, onINP, onLCP, onTTFB]) watch(note);
}
