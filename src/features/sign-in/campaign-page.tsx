import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import * as v from 'valibot';
import { ErrorPage } from '../../components/screens.tsx';
import { paths } from '../../config/paths.ts';
import { type CampaignVisit, campaignSchema, postCampaign } from '../../contract/campaigns.ts';
import { CHECK_CONNECTION, NO_NETWORK } from '../../lib/errors.ts';
import { leaveFor } from '../../lib/leave.ts';
import { newKey } from '../../lib/new-key.ts';
import { within } from '../../lib/within.ts';
import { knownOffer, settledOffer } from '../../offer/offer.ts';
import { currentSession, playerOf } from '../../session/session.ts';
import { noteArrival } from './arrival.ts';
import { readLink, Waiting } from './link.tsx';
import { detectPhone } from './phone.ts';
import styles from './waiting.module.css';

/** Counts the visit, then leads to the page that the configuration names (links.md#campaign-links). */
export function CampaignPage() {
  const navigate = useNavigate();
  const { referer = '', id = '' } = useParams();
  const [query] = useSearchParams();
  const [isOnline, lookAgain] = useOnline();
  /** The configured page: `null` if there is none, `undefined` while the page is not known yet. */
  const [page, setPage] = useState<string | null>();
  const visit = useRef<Promise<string | null>>(null);
  const goHome = () => navigate(paths.root, { replace: true });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a visit is counted once.
  useEffect(() => {
    // Without network the browser's own error page would replace the app.
    if (!isOnline) return;
    let isGone = false;
    noteArrival({ campaign: referer });
    visit.current ??= visitAndPage(query, { referer, txnId: id });
    void visit.current.then((url) => {
      if (isGone) return;
      setPage(url);
      if (url !== null) leaveFor(url);
    });
    return () => {
      isGone = true;
    };
  }, [isOnline]);

  if (!isOnline) {
    return (
      <ErrorPage
        icon="wifi-off"
        title={NO_NETWORK}
        help={CHECK_CONNECTION}
        action="Try again"
        onAction={lookAgain}
        secondAction="Go Home"
        onSecondAction={goHome}
      />
    );
  }
  if (page === null) {
    return (
      <ErrorPage
        icon="info"
        title="This offer is not open now"
        help="You can still play the game."
        action="Go Home"
        onAction={goHome}
      />
    );
  }
  return (
    <Waiting text="Redirecting">
      {page && (
        <a href={page} className={styles.link}>
          Continue
        </a>
      )}
    </Waiting>
  );
}

/** Whether the phone says that it has a network, and a function that reads this again. */
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

/**
 * Counts the visit, and gives the page to go to. The page comes from a saved copy of the offer, else from
 * the server, else from the build. None of this takes longer than counting the visit may take.
 */
async function visitAndPage(
  query: URLSearchParams,
  visit: { referer: string; txnId: string },
): Promise<string | null> {
  const asked = settledOffer();
  await visitorsPhone(query).then((msisdn) => noteVisit({ msisdn, ...visit }));
  return knownOffer()?.links.campaign ?? (await asked).links.campaign;
}

/**
 * Gives the visitor's number: the link's number, else the signed-in player's, else the number that the
 * network gives.
 */
async function visitorsPhone(query: URLSearchParams): Promise<string> {
  const link = readLink(query);
  if (typeof link === 'object') return link.phone;
  return playerOf(currentSession())?.phone ?? (await detectPhone()) ?? '';
}

/** How long a visitor waits for the visit to be counted, in milliseconds. */
const PATIENCE_MS = 3000;

/**
 * Counts a visit by a campaign's link. The visitor is led on whether it succeeds or not. The call is waited
 * for 3 s at most and continues after the page is left; its failure matters to the campaign alone.
 */
async function noteVisit(visit: CampaignVisit): Promise<void> {
  if (!v.is(campaignSchema, visit)) return;
  const sent = import('../../lib/http.ts').then(({ call }) =>
    call(postCampaign, { body: visit, key: newKey(), keepalive: true }),
  );
  await within(PATIENCE_MS, sent, undefined);
}
