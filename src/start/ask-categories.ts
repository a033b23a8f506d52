import { getCategories } from '../contract/categories.ts';
import { call } from '../lib/http.ts';
import { playerCall } from '../session/player-call.ts';

const ALL = { query: { page: '1', size: '100' } };

let ahead: Promise<Awaited<ReturnType<typeof ask>> | null> | null = null;

/** Asks for the categories ahead of the dashboard, so that the dashboard waits for less. */
export function askCategoriesAhead(token: string): void {
  ahead = call(getCategories, { ...ALL, credential: { token } }).catch(() => null);
}

/**
 * Gives the categories. The first call uses the reply that was asked for ahead. Throws the errors of
 * `playerCall`.
 */
export async function askCategories(signal: AbortSignal) {
  const asked = await ahead;
  ahead = null;
  return asked ?? ask(signal);
}

function ask(signal: AbortSignal) {
  return playerCall(getCategories, { ...ALL, signal });
}
