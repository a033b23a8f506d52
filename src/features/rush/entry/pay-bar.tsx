import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button } from '../../../components/button.tsx';
import { PageLink } from '../../../components/page-link.tsx';
import { useLoaded } from '../../../components/use-loaded.ts';
import { paths, rushPlayPath } from '../../../config/paths.ts';
import { newKey } from '../../../lib/new-key.ts';
import { usePrizes } from '../../../offer/use-prizes.ts';
import { CARD_FEE_PER_MILLE, formatKobo } from '../../../rules/money.ts';
import { ADULT_AGE_YEARS } from '../../../rules/players.ts';
import { amountText } from '../../../rules/prize-words.ts';
import { RUSH_TIERS } from '../../../rules/tournament.ts';
import { useSignedInPlayer } from '../../../session/use-player.ts';
import { startPurchase } from '../../../subscription/purchase.ts';
import styles from './pay-bar.module.css';
import type { Entry } from './use-entry.ts';

const loadAge = () => import('./age-dialog.tsx').then((part) => part.AgeDialog);

/** The one thing to do now, at the foot of the entry screen; a date of birth comes first. */
export function PayBar({ entry: { standing, isAgeDue, tierParts } }: { entry: Entry }) {
  const navigate = useNavigate();
  const [isAsked, setAsked] = useState(false);
  const prizeOf = usePrizes(useSignedInPlayer());
  const AgeDialog = useLoaded(isAgeDue ? loadAge : null);
  const goOn = () => navigate(rushPlayPath(newKey()));
  const play = () => navigate(rushPlayPath(newKey()), { state: { isValid: true } });
  const buy = () => startPurchase({ what: 'ticket', door: 'rush' });
  const go = standing.is === 'ticket' ? play : buy;
  const ofAge = () => (isAgeDue ? setAsked(true) : go());

  return (
    <section className={styles.bar} aria-label="Your ticket">
      {(standing.is === 'ticket' || standing.is === 'for-sale') && parts()}
      {content()}
      {isAsked && AgeDialog && (
        <AgeDialog
          onKept={() => {
            setAsked(false);
            go();
          }}
          onClose={() => setAsked(false)}
        />
      )}
    </section>
  );

  /** What each place pays so far stands here before anybody pays; it takes its room while it is on its way. */
  function parts(): ReactNode {
    const tiers = RUSH_TIERS.flatMap(({ tier }) => {
      const prize = prizeOf('rush', tier);
      const naira = tierParts.find((part) => part.tier === tier)?.naira;
      return prize?.ticketPercent ? { tier, prize, naira } : [];
    });
    if (tiers.length === 0) return null;
    const pays = tiers.map(({ tier, prize, naira }) => {
      return `${naira === undefined ? '–' : amountText({ ...prize, naira })} in Tier ${tier}`;
    });
    const isNothingYet = tiers.every(({ naira }) => naira === 0);
    return (
      <p className={styles.parts}>
        {isNothingYet
          ? 'No ticket has counted yet today. Each one raises what its tier pays.'
          : `A place pays so far: ${pays.join(', ')}.`}
      </p>
    );
  }

  function content(): ReactNode {
    switch (standing.is) {
      case 'open':
        return (
          <Ask
            said="Your run is open. Its clock runs on."
            icon="play"
            name="Go on"
            onPress={goOn}
          />
        );
      case 'ended':
        return <Ask said="Your last run has ended." name="See how it ended" onPress={goOn} />;
      case 'begun':
        return (
          <Ask
            said="Your kick-off got no answer."
            name="Try again"
            onPress={() => navigate(rushPlayPath(standing.startKey))}
          />
        );
      case 'closed':
        return <p>Millionaire Rush is closed at present. Your tickets stay.</p>;
      case 'under-age':
        return (
          <>
            <p>You are under {ADULT_AGE_YEARS}: tickets and cash are for adults.</p>
            <PageLink to={paths.contact} className={styles.contact}>
              Is your date of birth wrong? Contact Us
            </PageLink>
          </>
        );
      case 'inactive':
        return (
          <Ask
            said="Millionaire Rush is for subscribers."
            name="Start Subscription"
            onPress={() => startPurchase({ what: 'plan', door: 'rush' })}
          />
        );
      case 'ticket':
        return (
          <Ask
            said="Already paid. Nothing more to pay."
            sum={formatKobo(0)}
            name="Play your ticket"
            onPress={ofAge}
          />
        );
      case 'for-sale':
        return (
          <Ask
            said={
              standing.way === 'card'
                ? `Ticket and ${CARD_FEE_PER_MILLE / 10}% card fee`
                : 'Ticket, charges are shown before you pay'
            }
            sum={formatKobo(standing.kobo + standing.feeKobo)}
            name="Get Started"
            onPress={ofAge}
          />
        );
      case 'not-for-sale':
        return <p>There is no way to pay for a ticket at the moment. Please come back later.</p>;
    }
  }
}

type AskProps = {
  said: string;
  sum?: string;
  name: string;
  icon?: 'play';
  onPress: () => void;
};

function Ask({ said, sum, name, icon, onPress }: AskProps) {
  return (
    <>
      <p className={styles.line}>
        <span>{said}</span> {sum && <b>{sum}</b>}
      </p>
      <Button colour="gold" size="lg" icon={icon} onClick={onPress}>
        {name}
      </Button>
    </>
  );
}
