import { env } from '../config/env.ts';
import { ANALYTICS_KEY } from '../config/storage-keys.ts';
import { backoffMs } from './backoff.ts';
import { keptText } from './kept.ts';
import { fetchesLittle } from './saves-data.ts';
import { whenIdle } from './when-idle.ts';

/** Names alone are counted, nothing of the player (links.md#analytics). */
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

/** More than this waits only where the library can't be fetched: the oldest go. */
const MOST_WAITING = 50;

let waiting: TrackedEvent[] = [];
let send: Send | null = null;
let isLoading = false;

const choice = keptText('localStorage', ANALYTICS_KEY);

/** Whether somebody said yes to counting on this phone: nothing is loaded or sent before. */
export function isCountingOn(): boolean {
  return choice.get() === 'on';
}

/** Keeps the choice on this phone: it says nothing of the player (links.md#analytics). */
export function chooseCounting(isOn: boolean): void {
  if (!isOn) waiting = [];
  choice.set(isOn ? 'on' : null);
}

/**
 * Counts an event if the project has a token and this phone's player said yes; never throws, never
 * waits (links.md#analytics). A phone that saves data sends nothing (offline.md#save-data).
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

/** A library that fails to start takes the events and drops them. */
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
