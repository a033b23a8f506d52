import { useEffect, useState } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import { LinkButton } from '../../../components/button.tsx';
import { ErrorPage } from '../../../components/error-page.tsx';
import { toastInfo } from '../../../components/toast.ts';
import { env } from '../../../config/env.ts';
import { paths } from '../../../config/paths.ts';
import { isApiError, isNetworkError } from '../../../lib/errors.ts';
import { currentSession, playerOf } from '../../../session/session.ts';
import { type Link, readLink } from './link.ts';
import { CreationError } from './link-creation.ts';
import { type Door, useAutoLogin } from './use-auto-login.ts';
import styles from './waiting.module.css';
import { Waiting } from './waiting.tsx';

const WAITING_TEXT: Record<Door, string> = {
  login: 'Loading',
  authenticate: 'Loading',
  'secure-d': 'Confirming your subscription',
};

type Props = { door: Door };

/** `/login`, `/authenticate` and `/secure-d` (accounts §4, decisions 20 to 22). */
export function AutoLoginPage({ door }: Props) {
  const [query] = useSearchParams();
  // The address of a screen stays; what other addresses do to the query is not this visit's.
  const [link] = useState(() => readLink(query));
  const [isRefused] = useState(
    () => door === 'secure-d' && query.get('status')?.toLowerCase() !== 'success',
  );
  // Whoever plays on this phone is not signed out by somebody else's link.
  const [isOthers] = useState(() => isOthersPhone(link));
  if (isRefused) return <ToLanding message="Your subscription was not confirmed" />;
  if (link === 'missing') return <ToLanding />;
  if (isOthers) return <Navigate to={paths.home} replace />;
  if (link === 'unreadable') return <ToLanding message="This link has no number we can read" />;
  return <AutoLogin door={door} link={link} />;
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

function AutoLogin({ door, link }: Props & { link: Link }) {
  const navigate = useNavigate();
  const { progress, retry } = useAutoLogin(door, link);
  const handed = { phoneNumber: link.phone, platform: 'network' };
  const goHome = () => navigate(paths.home, { replace: true });
  const signUp = () => navigate(paths.root, { replace: true, state: handed });

  if (progress.is === 'running') {
    return (
      <Waiting text={WAITING_TEXT[door]}>
        {progress.isSignedIn ? (
          <LinkButton onClick={goHome}>Go to home</LinkButton>
        ) : (
          <LinkButton onClick={signUp}>Sign up</LinkButton>
        )}
      </Waiting>
    );
  }
  const isOffline = isNetworkError(progress.error);
  if (progress.is === 'failed') {
    return (
      <ErrorPage
        title={failedTitle(progress.error)}
        help={failedHelp(progress.error)}
        action="Try again"
        onAction={retry}
        secondAction="Sign up"
        onSecondAction={signUp}
      />
    );
  }
  return (
    <>
      <ErrorPage
        title="Your subscription could not be confirmed"
        help={
          isOffline
            ? 'No network. You are signed in; check your connection and try again.'
            : 'You are signed in. Try again, or go home and subscribe there.'
        }
        action="Try again"
        onAction={retry}
        secondAction="Go to home"
        onSecondAction={goHome}
      />
      {door === 'authenticate' && env.retargetUrl && (
        <p className={styles.offer}>
          <a href={env.retargetUrl} target="_blank" rel="noopener noreferrer">
            See the offer
          </a>
        </p>
      )}
    </>
  );
}

function failedTitle(error: unknown): string {
  if (isNetworkError(causeOf(error))) return 'No network';
  return error instanceof CreationError
    ? 'Your account could not be created'
    : 'You could not be signed in';
}

function failedHelp(error: unknown): string {
  const cause = causeOf(error);
  if (isNetworkError(cause)) return 'Check your connection and try again.';
  return isApiError(cause) ? cause.message : 'Try again, or sign up with your number.';
}

function causeOf(error: unknown): unknown {
  return error instanceof CreationError ? error.cause : error;
}
