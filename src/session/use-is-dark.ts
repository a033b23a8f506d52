// In the first load: every byte here is waited for by a phone on 2G (npm run budget).
import { useAtomValue } from 'jotai';
import { useSyncExternalStore } from 'react';
import { sessionAtom } from './session.ts';

/** What the system asks for; nothing in a browser without media queries, as that of the tests. */
const systemDark = () => globalThis.matchMedia?.('(prefers-color-scheme: dark)');

function followSystem(onChange: () => void): () => void {
  const query = systemDark();
  query?.addEventListener('change', onChange);
  return () => query?.removeEventListener('change', onChange);
}

/** Whether the screen is dark: as the player chose, and until then as the system asks. */
export function useIsDark(): boolean {
  const { dark, isDarkChosen } = useAtomValue(sessionAtom);
  const isSystemDark = useSyncExternalStore(followSystem, () => systemDark()?.matches ?? false);
  return isDarkChosen ? dark : isSystemDark;
}
