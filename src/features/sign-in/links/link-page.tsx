import { useEffect, useState } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import { LinkButton } from '../../../components/button.tsx';
import { ErrorPage } from '../../../components/error-page.tsx';
import { toastInfo } from '../../../components/toast.ts';
import { paths } from '../../../config/paths.ts';
import { CHECK_CONNECTION, isApiError, isNetworkError, NO_NETWORK } from '../../../lib/errors.ts';
import { currentSession, playerOf } from '../../../session/session.ts';
import type { Failure } from '../sign-in-state.ts';
import { type Link, readLink } from './link.ts';
import { type LinkAddress, useLinkSignIn } from './use-link-sign-in.ts';
import styles from './waiting.module.css';
import { Waiting } from './waiting.tsx';

const WAITING_TEXT: Record<LinkAddress, string> = {
  login: 'Loading',
  authenticate: 'Loading',
  'secure-d': 'Confirming your subscription',
};

type Props = { address: LinkAddress };

/** `/login`, `/authenticate` and `/secure-d` (flows.md#sign-in-by-a-link). */
export function LinkPage({ address }: Props) {
  const [query] = useSearchParams();
  // The address of a screen stays; what other addresses do to the query is not this visit's.
  const [link] = useState(() => readLink(query));
  const [isRefused] = useState(
    () => address === 'secure-d' && query.get('status')?.toLowerCase() !== 'success',
  );
  // Whoever plays on this phone is not signed out by somebody else's link.
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
