// In the first load: every byte here is waited for by a phone on 2G (npm run budget).
import { useAtomValue } from 'jotai';
import { type Brand, brandOf } from '../config/brands.ts';
import { env } from '../config/env.ts';
import { visitNetwork } from '../lib/visit-network.ts';
import { sessionAtom } from './session.ts';

/** Read with the app's first address: later ones no longer carry the query. */
const VISIT_NETWORK = visitNetwork();

/** The operator's looks and content for whoever plays (flows.md#networks-and-brands). */
export function useBrand(): Brand {
  const { network } = useAtomValue(sessionAtom);
  return brandOf(network, VISIT_NETWORK, env.network);
}
