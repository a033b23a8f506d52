import { paths } from '../config/paths.ts';
import { SESSION_KEY } from '../config/storage-keys.ts';
import { forgetCopies } from '../offline/query-persister.ts';
import { queryClient } from './query-client.ts';

/**
 * Signs out: no token, phone or name stays (decision 39), and the site root is opened anew
 * (accounts §4). Results that wait stay under their round's secret, an unfinished round under the
 * player's id. Other tabs follow by themselves.
 */
export async function signOut(): Promise<void> {
  try {
    localStorage.removeItem(SESSION_KEY);
  } catch {}
  await queryClient.cancelQueries();
  await forgetCopies();
  location.replace(paths.root);
}
