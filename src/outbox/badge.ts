import { isResult, type OutboxEntry } from './entries.ts';

/** How many of these entries are results that wait to be sent. */
export function waitingResults(entries: readonly OutboxEntry[]): number {
  return entries.filter((entry) => isResult(entry) && !entry.refusal).length;
}

/**
 * Has the installed app's icon say how many results wait (offline.md#install). Never throws: where
 * the phone has no badge, or refuses it, nothing happens.
 */
export async function badgeResults(count: number): Promise<void> {
  try {
    await (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge());
  } catch {}
}
