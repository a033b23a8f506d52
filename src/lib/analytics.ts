import { env } from '../config/env.ts';
import { ANALYTICS_KEY } from '../config/storage-keys.ts';
import { backoffMs } from './backoff.ts';
import { keptText } from './kept.ts';
import { fetchesLittle } from './saves-data.ts';
import { whenIdle } from './when-idle.ts';

/**
 * The events that are counted. An event is its name alone, without anything of the player
 * (links.md#analytics).
 */
export type AnalyticsEvent =
  | 'SMS Login'
  | '7023 Login'
  | '7023 Signup'
  | 'Retarget Login'
  | 'Retarget Signup'
  | 'Retarget Traffic'
  | 'App Installed';

/** An event and when it happened, in milliseconds since 1970. */
export type TrackedEvent = { name: AnalyticsEvent; at: number };

type Send = (event: TrackedEvent) => void;

/** How many events wait while the library can't be fetched. Beyond that the oldest are dropped. */
const MOST_WAITING = 50;

let waiting: TrackedEvent[] = [];
let send: Send | null = null;
let isLoading = false;

const choice = keptText('localStorage', ANALYTICS_KEY);

/** Whether somebody on this phone agreed to counting. Nothing is loaded or sent before that. */
export function isCountingOn(): boolean {
  return choice.get() === 'on';
}

/** Keeps the choice on this phone, without who made it (links.md#analytics). */
export function chooseCounting(isOn: boolean): void {
  if (!isOn) waiting = [];
  choice.set(isOn ? 'on' : null);
}

/**
 * Counts an event if the project has a token and the player of this phone agreed. It never throws and
 * never waits (links.md#analytics). A phone that saves data sends nothing (offline.md#save-data).
 */
export function track(name: AnalyticsEvent): void {
  const { analyticsToken } = env;
  if (analyticsToken === null || !isCountingOn() || fetchesLittle()) return;
  waiting = [...waiting, { name, at: Date.now() }].slice(-MOST_WAITING);
  if (send) flush(send);
  else if (!isLoading) {
    isLoading = true;
    whenIdle(() => load(analyticsToken, 0));
  }
}

function load(token: string, attempt: number): void {
  import('./mixpanel.ts').then(
    ({ startMixpanel }) => {
      send = started(() => startMixpanel(token, isCountingOn));
      flush(send);
    },
    () => setTimeout(() => load(token, attempt + 1), backoffMs(attempt)),
  );
}

/** Starts the library. If that fails, events are dropped from then on. */
function started(start: () => Send): Send {
  try {
    return start();
  } catch {
    return () => undefined;
  }
}

function flush(to: Send): void {
  const events = waiting;
  waiting = [];
  for (const event of events) {
    try {
      to(event);
    } catch {}
  }
}
