// A chunk of its own, never in the first load: fetched when an event waits and the phone is idle.
import mixpanel from 'mixpanel-browser/src/loaders/loader-module-core.js';
import { env } from '../config/env.ts';
import type { TrackedEvent } from './analytics.ts';

/** What the library would add by itself and could hold a number or a name: addresses above all. */
const PERSONAL = ['$current_url', '$referrer', '$referring_domain'];

/** What the library's types leave out. Its queues would outlive a logout in local storage. */
type Untyped = {
  request_batchers: Record<string, { queue: { usePersistence: boolean } }>;
  start_batch_senders(): void;
};

/**
 * Starts the analytics with the project's `token` (links.md#analytics). The library itself waits up
 * to 10 minutes between retries and cuts texts at 255 characters.
 */
export function startMixpanel(token: string): (waiting: TrackedEvent) => void {
  mixpanel.init(token, {
    api_host: env.analyticsUrl,
    batch_size: 50,
    batch_flush_interval_ms: 5000,
    batch_request_timeout_ms: 90_000,
    // Nothing is kept on the phone, so nothing has to be found and removed at logout.
    disable_persistence: true,
    batch_autostart: false,
    // Nothing personal, nothing by itself: only the events that the game names.
    property_blacklist: PERSONAL,
    ip: false,
    save_referrer: false,
    skip_first_touch_marketing: true,
    track_marketing: false,
    stop_utm_persistence: true,
  } as Parameters<typeof mixpanel.init>[1]);
  const library = mixpanel as unknown as Untyped;
  for (const { queue } of Object.values(library.request_batchers)) queue.usePersistence = false;
  library.start_batch_senders();
  return ({ name, at }) => void mixpanel.track(name, { time: at / 1000 });
}
