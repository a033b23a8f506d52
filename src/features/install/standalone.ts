/** Whether this window is the installed app's. */
export function isStandalone(): boolean {
  // Safari on iPhones told so before it knew the query.
  const { standalone } = navigator as { standalone?: boolean };
  return standalone === true || globalThis.matchMedia?.('(display-mode: standalone)').matches;
}

/**
 * Asks the phone not to clear the game's storage when it runs full: results may wait there. Never
 * throws, and a refusal needs no words.
 */
export async function keepStorage(): Promise<void> {
  try {
    if (!(await navigator.storage.persisted())) await navigator.storage.persist();
  } catch {}
}
