import { useEffect, useRef, useState } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import * as v from 'valibot';
import { LinkButton } from '../../components/button.tsx';
import { ErrorPage } from '../../components/screens.tsx';
import { toastInfo } from '../../components/toast.ts';
import { paths } from '../../config/paths.ts';
import { LINK_KEY } from '../../config/storage-keys.ts';
import { track } from '../../lib/analytics.ts';
import { CHECK_CONNECTION, isApiError, isNetworkError, NO_NETWORK } from '../../lib/errors.ts';
import { keptValue } from '../../lib/kept.ts';
import { openTab } from '../../lib/leave.ts';
import { newKey } from '../../lib/new-key.ts';
import { knownOffer, settledOffer } from '../../offer/offer.ts';
import { standInEmail } from '../../rules/players.ts';
import { makeUsername } from '../../rules/usernames.ts';
import { currentSession, playerOf } from '../../session/session.ts';
import { noteArrival } from './arrival.ts';
import type { KnownPlayer } from './calls.ts';
import { type Link, readLink, Waiting } from './link.tsx';
import { type Creation, type Events, type Failure, startSignIn, useSignIn } from './machine.ts';
import styles from './waiting.module.css';

const WAITING_TEXT: Record<LinkAddress, string> = {
  login: 'Loading',
  authenticate: 'Loading',
  'secure-d': 'Confirming your subscription',
};

type Props = { address: LinkAddress };

/** The page of the links `/login`, `/authenticate` and `/secure-d` (sign-in.md#sign-in-by-a-link). */
export function LinkPage({ address }: Props) {
  const [query] = useSearchParams();
  // The link is read once, so later changes of the query do not affect this visit.
  const [link] = useState(() => readLink(query));
  const [isRefused] = useState(
    () => address === 'secure-d' && query.get('status')?.toLowerCase() !== 'success',
  );
  // A link for somebody else does not sign out the player on this phone.
  const [isOthers] = useState(() => isOthersPhone(link));
  if (isRefused) return <ToLanding message="Your subscription was not confirmed" />;
  if (link === 'missing') return <ToLanding />;
  if (isOthers) return <Navigate to={paths.home} replace />;
  if (link === 'unreadable') return <ToLanding message="This link has no number we can read" />;
  return <LinkSignIn address={address} link={link} />;
}

function isOthersPhone(link: ReturnType<typeof readLink>): boolean {
  const player = playerOf(currentSession());
  return player !== null && !(typeof link === 'object' && link.phone === player.phone);
}

function ToLanding({ message }: { message?: string }) {
  useEffect(() => {
    if (message) toastInfo(message);
  }, [message]);
  return <Navigate to={paths.root} replace />;
}

function LinkSignIn({ address, link }: Props & { link: Link }) {
  const navigate = useNavigate();
  const { step, retry, retargetUrl } = useLinkSignIn(address, link);
  const handOff = { phoneNumber: link.phone, platform: 'network' };
  const goHome = () => navigate(paths.home, { replace: true });
  const signUp = () => navigate(paths.root, { replace: true, state: handOff });

  if (step.is === 'failed') {
    return (
      <ErrorPage
        {...failureTexts(step.failure)}
        icon={isNetworkError(step.failure.error) ? 'wifi-off' : undefined}
        action="Try again"
        onAction={retry}
        secondAction="Sign up"
        onSecondAction={signUp}
      />
    );
  }
  if (step.is === 'unconfirmed') {
    return (
      <>
        <ErrorPage
          icon={isNetworkError(step.error) ? 'wifi-off' : 'info'}
          title="Your subscription could not be confirmed"
          help={
            isNetworkError(step.error)
              ? `${NO_NETWORK}. You are signed in; check your connection and try again.`
              : 'You are signed in. Try again, or go home and subscribe there.'
          }
          action="Try again"
          onAction={retry}
          secondAction="Go to home"
          onSecondAction={goHome}
        />
        {retargetUrl && (
          <p className={styles.offer}>
            <a href={retargetUrl} target="_blank" rel="noopener noreferrer">
              See the offer
            </a>
          </p>
        )}
      </>
    );
  }
  return (
    <Waiting text={WAITING_TEXT[address]}>
      {step.is === 'verifying' || step.is === 'in' ? (
        <LinkButton onClick={goHome}>Go to home</LinkButton>
      ) : (
        <LinkButton onClick={signUp}>Sign up</LinkButton>
      )}
    </Waiting>
  );
}

function failureTexts({ at, error }: Failure): { title: string; help: string } {
  if (isNetworkError(error)) return { title: NO_NETWORK, help: CHECK_CONNECTION };
  return {
    title: at === 'look-up' ? 'You could not be signed in' : 'Your account could not be created',
    help: isApiError(error) ? error.message : 'Try again, or sign up with your number.',
  };
}

type LinkAddress = 'login' | 'authenticate' | 'secure-d';

const EVENTS: Record<LinkAddress, Events> = {
  login: { login: '7023 Login', signUp: '7023 Signup' },
  authenticate: { login: 'Retarget Login', signUp: 'Retarget Signup' },
  'secure-d': { login: null, signUp: null },
};

/** Signs in the number's player, once when the page comes up (sign-in.md#sign-in-by-a-link). */
function useLinkSignIn(address: LinkAddress, link: Link) {
  const navigate = useNavigate();
  const [creation] = useState(() => creationOf(link));
  const { state, send } = useSignIn(() => startSignIn('link', null, { events: EVENTS[address] }));
  const [retargetUrl, setRetargetUrl] = useState<string | null>(null);
  const hasOpenedTab = useRef(false);
  const { step } = state;

  function arrive() {
    send({ is: 'arrived', number: link, creation, player: signedInAs(link.phone) });
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the link is opened once.
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
  // Only a player whose subscription was not confirmed needs the page elsewhere, and waits for its address.
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
    // Without a network that page would not load either.
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

const stored = keptValue(
  'sessionStorage',
  LINK_KEY,
  v.object({ name: v.string(), key: v.string(), of: v.string() }),
);

/**
 * The account of a new number (sign-in.md#sign-in-by-a-link), with one key for the calls of all its tries.
 * A proof can be used once, so a reload must be the same call. The key is therefore kept for the tab's
 * visit, under the last characters of the proof's signature.
 */
function creationOf({ phone, proof }: Link): Creation {
  const of = proof?.slice(-16) ?? null;
  const kept = of === null ? null : stored.get();
  const isSame = kept !== null && kept.of === of;
  const { name, key } = isSame ? kept : { name: makeUsername(Math.random), key: newKey() };
  if (of !== null && !isSame) stored.set({ name, key, of });
  return { account: { name, email: standInEmail(phone), platform: 'network' }, key };
}
