import { env } from '../config/env.ts';
import { paths } from '../config/paths.ts';
import { DRAFTS_KEY, LEFT_HOME_KEY, LEFT_KEY, LINK_KEY, PASS_KEY } from '../config/storage-keys.ts';
import { postLogout } from '../contract/endpoints/sessions.ts';
import { forgetPending } from '../features/payments/pending-payment.ts';
import { forgetRun } from '../features/rush/forget-run.ts';
import { forgetArrival } from '../features/sign-in/arrival.ts';
import { forgetBegun } from '../features/sign-in/begun.ts';
import { chooseCounting } from '../lib/analytics.ts';
import { call } from '../lib/http.ts';
import { keptText } from '../lib/kept.ts';
import { leaveFor } from '../lib/leave.ts';
import { forgetPictures } from '../offline/pictures.ts';
import { forgetCopies } from '../offline/query-persister.ts';
import { forgetPersonal } from '../outbox/store.ts';
import { forgetPractice } from '../round/missed.ts';
import { forgetRoundsOf } from '../round/store.ts';
import { currentSession, endSession } from '../session/session.ts';
import { forgetAskedPlan } from '../subscription/asked-plan.ts';
import { queryClient } from './query-client.ts';

/** How the session ended, kept until the landing has said so. */
const left = keptText('sessionStorage', LEFT_KEY);

/**
 * Signs out and loads the site's root anew. No token, phone number or name stays on the phone
 * (account.md#logout). Waiting results stay, each with its round's own credential, and an unfinished
 * round stays under the player's id.
 */
export async function signOut(): Promise<void> {
  endOnServer();
  endSession();
  forgetArrival();
  forgetBegun();
  forgetPending();
  forgetAskedPlan();
  forgetRun();
  keptText('localStorage', LEFT_HOME_KEY).forget();
  for (const key of [LINK_KEY, PASS_KEY, DRAFTS_KEY]) keptText('sessionStorage', key).forget();
  left.set(left.get() ?? 'out');
  await queryClient.cancelQueries();
  await Promise.all([forgetCopies(), forgetPersonal(), forgetPictures(), forgetPractice()]);
  leaveFor(paths.root);
}

/**
 * Does the same after the account was deleted. It also removes the account's rounds, and the landing
 * says that the account is deleted (account.md#my-data). Results that still wait belong to no player
 * any more, so the server will refuse them.
 */
export async function leaveDeleted(playerId: string): Promise<void> {
  endSession();
  chooseCounting(false);
  await forgetRoundsOf(playerId).catch(() => undefined);
  left.set('deleted');
  await signOut();
}

/**
 * Ends the session on the server too. Nobody waits for the answer, so that a bad connection does not
 * keep a player from signing out.
 */
function endOnServer(): void {
  const { token } = currentSession();
  if (token === '' || !env.hasAdditions) return;
  call(postLogout, { credential: { token }, keepalive: true }).catch(() => undefined);
}
