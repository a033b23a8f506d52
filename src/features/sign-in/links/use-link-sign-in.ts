import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { toastInfo } from '../../../components/toast.ts';
import { paths } from '../../../config/paths.ts';
import { track } from '../../../lib/analytics.ts';
import { isApiError } from '../../../lib/errors.ts';
import { openTab } from '../../../lib/leave.ts';
import { knownOffer, settledOffer } from '../../../offer/offer.ts';
import { currentSession, playerOf } from '../../../session/session.ts';
import type { KnownPlayer } from '../api/sign-in.ts';
import { noteArrival } from '../arrival.ts';
import { type Events, startSignIn } from '../sign-in-state.ts';
import { useSignIn } from '../use-sign-in.ts';
import type { Link } from './link.ts';
import { creationOf } from './link-creation.ts';

export type LinkAddress = 'login' | 'authenticate' | 'secure-d';

const EVENTS: Record<LinkAddress, Events> = {
  login: { login: '7023 Login', signUp: '7023 Signup' },
  authenticate: { login: 'Retarget Login', signUp: 'Retarget Signup' },
  'secure-d': { login: null, signUp: null },
};

/** Signs in whoever the number belongs to (flows.md#sign-in-by-a-link), once when it comes up. */
export function useLinkSignIn(address: LinkAddress, link: Link) {
  const navigate = useNavigate();
  const [creation] = useState(() => creationOf(link));
  const { state, send } = useSignIn(() => startSignIn('link', null, { events: EVENTS[address] }));
  const [retargetUrl, setRetargetUrl] = useState<string | null>(null);
  const hasOpenedTab = useRef(false);
  const { step } = state;

  function arrive() {
    send({ is: 'arrived', number: link, creation, player: signedInAs(link.phone) });
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the link is the screen's, once.
  useEffect(() => {
    noteArrival({ entry: address });
    if (address === 'authenticate') track('Retarget Traffic');
    arrive();
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each step is acted on once.
  useEffect(() => {
    if (step.is === 'handed-off') {
      const { challenge, message } = step;
      if (message) toastInfo(message);
      const handOff = { phoneNumber: link.phone, platform: 'network', challenge };
      navigate(paths.root, { replace: true, state: handOff });
    }
  }, [step]);

  const isLost = address === 'authenticate' && step.is === 'unconfirmed';
  // Who is signed in needs no page elsewhere, and does not wait for its address.
  useEffect(() => {
    if (!isLost) return;
    let isGone = false;
    setRetargetUrl(knownOffer()?.links.retarget ?? null);
    void settledOffer().then(({ links }) => isGone || setRetargetUrl(links.retarget));
    return () => {
      isGone = true;
    };
  }, [isLost]);

  useEffect(() => {
    // Without a network the page elsewhere would not come up either.
    if (step.is !== 'unconfirmed' || !isApiError(step.error)) return;
    if (retargetUrl === null || hasOpenedTab.current) return;
    hasOpenedTab.current = true;
    openTab(retargetUrl);
  }, [step, retargetUrl]);

  return { step, retry: arrive, retargetUrl };
}

function signedInAs(phone: string): KnownPlayer | null {
  const session = currentSession();
  const player = playerOf(session);
  return player?.phone === phone ? { user: player, token: session.token } : null;
}
