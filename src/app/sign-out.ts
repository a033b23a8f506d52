import { paths } from '../config/paths.ts';
import { SESSION_KEY } from '../config/storage-keys.ts';
import { forgetCopies } from '../offline/query-persister.ts';

/**
 * Signs out: nothing of the player stays but results that wait, which are nobody's by name
 * (decision 39), and the site root is opened anew (accounts §4). Other tabs follow by themselves.
 */
export async function signOut(): Promise<void> {
  await forgetCopies();
  try {
    localStorage.removeItem(SESSION_KEY);
  } catch {}
  location.replace(paths.root);
}
