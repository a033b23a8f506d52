import { isBrandId } from '../config/brands.ts';
import { VISIT_NETWORK_KEY } from '../config/storage-keys.ts';
import { keptText } from './kept.ts';

/**
 * Gives the network that `?network=` named, kept for the tab's session. index.html finds it in the same
 * way.
 */
export function visitNetwork(): string | null {
  const kept = keptText('sessionStorage', VISIT_NETWORK_KEY);
  const asked = new URLSearchParams(location.search).get('network');
  if (isBrandId(asked)) kept.set(asked);
  const network = kept.get();
  return isBrandId(network) ? network : null;
}
