import * as v from 'valibot';
import { ARRIVAL_KEY } from '../../config/storage-keys.ts';
import { arrivalTextSchema } from '../../contract/user.ts';
import { keptText } from '../../lib/kept.ts';
import { whenIdle } from '../../lib/when-idle.ts';
import { currentSession, playerOf } from '../../session/session.ts';
import { detectPhone } from './phone.ts';

/**
 * Where a visitor came from: the landing's `social` and `source` (pages.md#landing), the page of the link
 * that they opened, and the `referer` of a campaign's link.
 */
export type Arrival = Record<(typeof NAMES)[number], string | null>;

const NAMES = ['social', 'source', 'entry', 'campaign'] as const;

const kept = keptText('sessionStorage', ARRIVAL_KEY);

/** Starts the work of a visit to the landing that the first screen does not wait for (pages.md#landing). */
export function arrived(search: string): void {
  keepArrival(search);
  whenIdle(() => {
    if (!playerOf(currentSession())) void detectPhone();
  });
}

/** Keeps the sources in the landing's address. Without any, the sources of an earlier visit stay. */
export function keepArrival(search: string): void {
  const { social, source } = read(search);
  if (social ?? source) noteArrival({ social, source });
}

/** Adds to the sources that are kept of a visitor. */
export function noteArrival(known: Partial<Arrival>): void {
  const said = Object.entries({ ...readArrival(), ...known }).filter(([, text]) => text);
  kept.set(`${new URLSearchParams(said as [string, string][])}`);
}

export function readArrival(): Arrival {
  return read(kept.get() ?? '');
}

export function forgetArrival(): void {
  kept.forget();
}

function read(search: string): Arrival {
  const query = new URLSearchParams(search);
  return Object.fromEntries(NAMES.map((name) => [name, plainText(query, name)])) as Arrival;
}

/** A parameter's value, if it is given once and is plain text, else `null`. */
function plainText(query: URLSearchParams, name: string): string | null {
  const [given, ...more] = query.getAll(name);
  const text = v.safeParse(arrivalTextSchema, given);
  return text.success && more.length === 0 ? text.output : null;
}
