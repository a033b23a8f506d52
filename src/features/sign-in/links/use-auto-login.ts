import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { toastInfo } from '../../../components/toast.ts';
import { useTurn } from '../../../components/use-turn.ts';
import { env } from '../../../config/env.ts';
import { paths } from '../../../config/paths.ts';
import { type AnalyticsEvent, track } from '../../../lib/analytics.ts';
import { isApiError } from '../../../lib/errors.ts';
import { openTab } from '../../../lib/leave.ts';
import { currentSession, keepPlayer, playerOf, refreshPlayer } from '../../../session/session.ts';
import type { SignedIn } from '../api/sign-in.ts';
import type { Link } from './link.ts';
import { creationOf, enterByLink } from './link-creation.ts';

/** The doors that sign a player in by the number of their link. */
export type Door = 'login' | 'authenticate' | 'secure-d';

const EVENTS: Record<Door, { login: AnalyticsEvent; signUp: AnalyticsEvent } | null> = {
  login: { login: '7023 Login', signUp: '7023 Signup' },
  authenticate: { login: 'Retarget Login', signUp: 'Retarget Signup' },
  'secure-d': null,
};

/** How far a player is who came by a link. */
export type Progress =
  | { is: 'running'; isSignedIn: boolean }
  | { is: 'unconfirmed'; error: unknown }
  | { is: 'failed'; error: unknown };

/** Signs in whoever a link's number belongs to (accounts §4), once when it comes up. */
export function useAutoLogin(door: Door, link: Link) {
  const navigate = useNavigate();
  const [progress, setProgress] = useState<Progress>({ is: 'running', isSignedIn: false });
  const [creation] = useState(() => creationOf(link));
  const turn = useTurn();
  const hasOpenedTab = useRef(false);

  async function run() {
    const isCurrent = turn.take();
    setProgress({ is: 'running', isSignedIn: false });
    try {
      const signedIn = signedInAs(link.phone) ?? (await enter(isCurrent));
      if (signedIn && isCurrent()) await confirm(signedIn, isCurrent);
    } catch (error) {
      if (isCurrent()) setProgress({ is: 'failed', error });
    }
  }

  /** Signs in; gives the player if the subscription decides how they go on. */
  async function enter(isCurrent: () => boolean): Promise<SignedIn | null> {
    const entered = await enterByLink(link, creation, isCurrent);
    if (!entered || !isCurrent()) return null;
    if (entered.is === 'owed') {
      const { challenge, message } = entered;
      if (message) toastInfo(message);
      const handed = { phoneNumber: link.phone, platform: 'network', challenge };
      navigate(paths.root, { replace: true, state: handed });
      return null;
    }
    const { signedIn, isNew } = entered;
    keepPlayer(signedIn.user, signedIn.token);
    setProgress({ is: 'running', isSignedIn: true });
    const event = EVENTS[door]?.[isNew ? 'signUp' : 'login'];
    if (event) track(event);
    if (!isNew) return signedIn;
    // A new player goes on whatever the operator says.
    await verify(signedIn).catch(() => undefined);
    if (isCurrent()) navigate(paths.home, { replace: true });
    return null;
  }

  async function verify({ user, token }: SignedIn) {
    const { verifySubscription } = await import('../../../session/verify-subscription.ts');
    const verified = await verifySubscription(user.phone ?? link.phone, token);
    refreshPlayer(verified.user, verified.token);
  }

  async function confirm(signedIn: SignedIn, isCurrent: () => boolean) {
    try {
      await verify(signedIn);
      if (isCurrent()) navigate(paths.home, { replace: true });
    } catch (error) {
      if (!isCurrent()) return;
      setProgress({ is: 'unconfirmed', error });
      // Without a network the page elsewhere would not come up either.
      if (door !== 'authenticate' || !isApiError(error)) return;
      if (env.retargetUrl === null || hasOpenedTab.current) return;
      hasOpenedTab.current = true;
      openTab(env.retargetUrl);
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the link is the screen's, once.
  useEffect(() => {
    if (door === 'authenticate') track('Retarget Traffic');
    void run();
  }, []);

  return { progress, retry: () => void run() };
}

/** The player of this number, where they are signed in on this phone already. */
function signedInAs(phone: string): SignedIn | null {
  const session = currentSession();
  const player = playerOf(session);
  return player?.phone === phone ? { user: player, token: session.token } : null;
}
