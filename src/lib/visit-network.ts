import { isBrandId } from '../config/brands.ts';
import { VISIT_NETWORK_KEY } from '../config/storage-keys.ts';

/**
 * The network that this visit came with as `?network=`, kept for the tab's session; only the id
 * of a brand counts. index.html does the same before the paint.
 */
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
