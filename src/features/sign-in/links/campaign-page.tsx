import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { ErrorPage } from '../../../components/error-page.tsx';
import { env } from '../../../config/env.ts';
import { paths } from '../../../config/paths.ts';
import { CHECK_CONNECTION, NO_NETWORK } from '../../../lib/errors.ts';
import { leaveFor } from '../../../lib/leave.ts';
import { currentSession, playerOf } from '../../../session/session.ts';
import { noteVisit } from '../api/campaign-visit.ts';
import { detectPhone } from '../api/detected-phone.ts';
import { readLink } from './link.ts';
import styles from './waiting.module.css';
import { Waiting } from './waiting.tsx';

/** Counts the visit, then leads to the page of the configuration (flows.md#campaign-links). */
export function CampaignPage() {
  const navigate = useNavigate();
  const { referer = '', id = '' } = useParams();
  const [query] = useSearchParams();
  const [isOnline, lookAgain] = useOnline();
  const [isDone, setDone] = useState(false);
  const visit = useRef<Promise<void>>(null);
  const goHome = () => navigate(paths.root, { replace: true });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a visit is counted once.
  useEffect(() => {
    // Without network the browser's own error page would take the app's place.
    if (!isOnline) return;
    let isGone = false;
    visit.current ??= visitorsPhone(query).then((msisdn) =>
      noteVisit({ msisdn, referer, txnId: id }),
    );
    void visit.current.then(() => {
      if (isGone) return;
      setDone(true);
      if (env.campaignUrl !== null) leaveFor(env.campaignUrl);
    });
    return () => {
      isGone = true;
    };
  }, [isOnline]);

  if (!isOnline) {
    return (
      <ErrorPage
        title={NO_NETWORK}
        help={CHECK_CONNECTION}
        action="Try again"
        onAction={lookAgain}
        secondAction="Go Home"
        onSecondAction={goHome}
      />
    );
  }
  if (isDone && env.campaignUrl === null) {
    return (
      <ErrorPage
        title="This offer is not open now"
        help="You can still play the game."
        action="Go Home"
        onAction={goHome}
      />
    );
  }
  return (
    <Waiting text="Redirecting">
      {env.campaignUrl && (
        <a href={env.campaignUrl} className={styles.link}>
          Continue
        </a>
      )}
    </Waiting>
  );
}

/** Whether the phone says that it has a network, and the way to ask it again. */
function useOnline(): [boolean, () => void] {
  const [isOnline, setOnline] = useState(navigator.onLine);
  const lookAgain = useCallback(() => setOnline(navigator.onLine), []);
  useEffect(() => {
    addEventListener('online', lookAgain);
    addEventListener('offline', lookAgain);
    return () => {
      removeEventListener('online', lookAgain);
      removeEventListener('offline', lookAgain);
    };
  }, [lookAgain]);
  return [isOnline, lookAgain];
}

/** Whose visit it is: the link's number, else who is signed in, else what the network tells. */
async function visitorsPhone(query: URLSearchParams): Promise<string> {
  const link = readLink(query);
  if (typeof link === 'object') return link.phone;
  return playerOf(currentSession())?.phone ?? (await detectPhone()) ?? '';
}
