import { env } from '../config/env.ts';
import { paths } from '../config/paths.ts';
import { LINK_KEY } from '../config/storage-keys.ts';
import { logoutReplySchema } from '../contract/user.ts';
import { forgetArrival } from '../features/sign-in/arrival.ts';
import { forgetBegun } from '../features/sign-in/begun-sign-up.ts';
import { call } from '../lib/http.ts';
import { newKey } from '../lib/new-key.ts';
import { forgetCopies } from '../offline/query-persister.ts';
import { forgetMessages } from '../outbox/store.ts';
import { currentSession, endSession } from '../session/session.ts';
import { queryClient } from './query-client.ts';

/**
 * Signs out: no token, phone or name stays (decision 39), and the site root is opened anew
 * (accounts §4). Results that wait stay under their round's secret, an unfinished round under the
 * player's id. Other tabs follow by themselves.
 */
export async function signOut(): Promise<void> {
  endOnServer();
  endSession();
  forgetArrival();
  forgetBegun();
  try {
    sessionStorage.removeItem(LINK_KEY);
  } catch {}
  await queryClient.cancelQueries();
  await Promise.all([forgetCopies(), forgetMessages()]);
  location.replace(paths.root);
}

/** Has the server end the session too. Nobody waits for it: a dead line must not hold a player. */
function endOnServer(): void {
  const { token } = currentSession();
  if (token === '' || !env.hasAdditions) return;
  call({
    method: 'post',
    path: 'user/logout',
    reply: logoutReplySchema,
    credential: { token },
    key: newKey(),
    keepalive: true,
  }).catch(() => undefined);
}
