import { useEffect, useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { ErrorPage } from '../../components/error-page.tsx';
import { usePageStart } from '../../components/use-page-start.ts';
import { env } from '../../config/env.ts';
import { paths } from '../../config/paths.ts';
import { leaveFor } from '../../lib/leave.ts';
import { detectPhone } from '../../session/detected-phone.ts';
import { currentSession, playerOf } from '../../session/session.ts';
import { noteVisit } from './campaign-visit.ts';
import { readLink } from './link.ts';
import styles from './waiting.module.css';
import { Waiting } from './waiting.tsx';

/**
 * A campaign's link (accounts §2): its visit is counted, then the visitor goes to the page that
 * the configuration names. Nothing in the link says which one.
 */
export function CampaignPage() {
  usePageStart('Redirecting');
  const navigate = useNavigate();
  const { referer = '', id = '' } = useParams();
  const [query] = useSearchParams();
  const [isDone, setDone] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a visit is counted once.
  useEffect(() => {
    let isGone = false;
    void visitorsPhone(query)
      .then((msisdn) => noteVisit({ msisdn, referer, txnId: id }))
      .then(() => {
        if (isGone) return;
        setDone(true);
        if (env.campaignUrl !== null) leaveFor(env.campaignUrl);
      });
    return () => {
      isGone = true;
    };
  }, []);

  if (isDone && env.campaignUrl === null) {
    return (
      <ErrorPage
        title="This offer is not open now"
        help="You can play all the same."
        action="Go Home"
        onAction={() => navigate(paths.root, { replace: true })}
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

/** Whose visit it is: the link's number, else who is signed in, else what the network tells. */
async function visitorsPhone(query: URLSearchParams): Promise<string> {
  const link = readLink(query);
  if (typeof link === 'object') return link.phone;
  return playerOf(currentSession())?.phone ?? (await detectPhone()) ?? '';
}
