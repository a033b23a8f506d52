import { isBrandId } from '../config/brands.ts';
import { VISIT_NETWORK_KEY } from '../config/storage-keys.ts';

/** The brand that `?network=` named, kept for the tab's session; index.html does so as well. */
export function visitNetwork(): string | null {
  const asked = new URLSearchParams(location.search).get('network');
  if (isBrandId(asked)) {
    try {
      sessionStorage.setItem(VISIT_NETWORK_KEY, asked);
    } catch {}
    return asked;
  }
  try {
    const kept = sessionStorage.getItem(VISIT_NETWORK_KEY);
    return isBrandId(kept) ? kept : null;
  } catch {
    return null;
  }
}
