import { isResult, type OutboxEntry } from './entries.ts';

/** Counts the entries that are results waiting to be sent. */
export function waitingResults(entries: readonly OutboxEntry[]): number {
  return entries.filter((entry) => isResult(entry) && !entry.refusal).length;
}

/**
 * Shows on the installed app's icon how many results wait (offline.md#install). Never throws. If the phone
 * has no badges, or refuses one, nothing happens.
 */
export async function badgeResults(count: number): Promise<void> {
  try {
    await (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge());
  } catch {}
}
