import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { type ReactNode, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button, IconButton, LinkButton } from '../../components/button.tsx';
import { CoinChip } from '../../components/chip.tsx';
import { useStill } from '../../components/hooks.ts';
import { Icon } from '../../components/icon.tsx';
import { Hero, TicketStub } from '../../components/marks.tsx';
import { Bar, PageLink } from '../../components/page.tsx';
import { Screen, useLoaded, usePageStart } from '../../components/screens.tsx';
import { env } from '../../config/env.ts';
import { paths, rushPlayPath } from '../../config/paths.ts';
import type { Contest } from '../../contract/misc.ts';
import { isApiError } from '../../lib/errors.ts';
import { newKey } from '../../lib/new-key.ts';
import { hasOwnEntryBefore } from '../../lib/own-history.ts';
import { serverTime } from '../../lib/server-clock.ts';
import { DEFAULT_OFFER } from '../../offer/offer.ts';
import { offerQuery, usePrizes } from '../../offer/prizes-offer.tsx';
import { isAdult } from '../../rules/age.ts';
import {
  CARD_FEE_PER_MILLE,
  formatKobo,
  quoteOf,
  RUSH_TICKET,
  type Way,
} from '../../rules/money.ts';
import { formatNumber } from '../../rules/numbers.ts';
import { ADULT_AGE_YEARS } from '../../rules/players.ts';
import { amountText } from '../../rules/prize-words.ts';
import type { TierPart } from '../../rules/tier-parts.ts';
import { RUSH_QUESTIONS, RUSH_TIERS } from '../../rules/tournament.ts';
import { useSignedInPlayer } from '../../session/session.ts';
import { purchaseAtom, startPurchase } from '../../subscription/asked-plan.ts';
import { checkSubscription } from '../../subscription/check.ts';
import styles from './entry-page.module.css';
import { Conditions, PowerUpList, TournamentTerms } from './entry-terms.tsx';
import { readKeptRun } from './kept-run.ts';
import { readToday } from './sealed-referee.ts';

/** The page before a run of Millionaire Rush (game.md#tournament-pages). */
export function RushEntryPage() {
  const navigate = useNavigate();
  const { pointBalance, rushTickets } = useSignedInPlayer();
  const entry = useEntry();
  const [areTermsOpen, setTermsOpen] = useState(false);
  usePageStart('Millionaire Rush');
  const coins = formatNumber(pointBalance);
  const isBuying = useAtomValue(purchaseAtom) !== null;
  // The number of tickets stays while one is bought, because a new ticket would move the page behind the
  // purchase.
  const tickets = useStill(rushTickets ?? 0, isBuying);

  function goBack() {
    if (hasOwnEntryBefore()) navigate(-1);
    else navigate(paths.home, { replace: true });
  }

  return (
    <Screen>
      <Bar>
        <IconButton icon="back" aria-label="Back" className={styles.back} onClick={goBack} />
        <CoinChip amount={coins} label={`${coins} coins`} />
      </Bar>
      <main className={styles.main}>
        <RushHero />
        <div className={styles.page}>
          {tickets > 0 && <TicketPass tickets={tickets} />}
          <PowerUpList />
          <div className={styles.links}>
            <LinkButton onClick={() => setTermsOpen(true)}>View T&C</LinkButton>
            <PageLink to={paths.rushBoard} className={styles.link ?? ''}>
              View Leaderboard
            </PageLink>
          </div>
          <Conditions contest={entry.contest} />
        </div>
        <PayBar entry={entry} />
      </main>
      {areTermsOpen && <TournamentTerms onClose={() => setTermsOpen(false)} />}
    </Screen>
  );
}

/** Shows the tournament's name and a line of explanation. Golden steps lead up to the ball. */
function RushHero() {
  return (
    <Hero label="Millionaire Rush" art={<Steps />}>
      <div className={styles.words}>
        <h1 className={styles.title}>
          Millionaire <br />
          Rush
        </h1>
        <p className={styles.lead}>Answer {RUSH_QUESTIONS} questions. Climb up. Win cash.</p>
        <p className={styles.age}>{ADULT_AGE_YEARS}+</p>
      </div>
    </Hero>
  );
}

function Steps() {
  return (
    <svg
      viewBox="0 0 360 170"
      preserveAspectRatio="xMaxYMax slice"
      className={styles.art}
      aria-hidden="true"
    >
      <path className={styles.beam} d="M300-60L120 170h240V-60z" />
      <path
        className={styles.steps}
        d="M210 170v-10h22v-18h22v-18h22v-18h22V88h22V70h22V52h18v118z"
      />
      <path
        className={styles.edges}
        d="M210 160h22v4h-22zM232 142h22v4h-22zM254 124h22v4h-22zM276 106h22v4h-22zM298 88h22v4h-22zM320 70h22v4h-22zM342 52h22v4h-22z"
      />
      <circle className={styles.ball} cx="309" cy="63" r="25" />
      <path
        className={styles.patches}
        d="M311.2 52.7L319.4 61.9L313.3 72.6L301.2 70L299.9 57.8ZM304.3 38.8L312.7 45.4L323.1 42.8A25 25 0 0 0 304.3 38.8ZM330.5 51.1L326.9 61.1L332.5 70.2A25 25 0 0 0 330.5 51.1ZM327 79.8L316.3 79.4L309.4 87.6A25 25 0 0 0 327 79.8ZM298.6 85.3L295.6 75L285.7 71A25 25 0 0 0 298.6 85.3ZM284.6 60L293.4 54L294.2 43.3A25 25 0 0 0 284.6 60Z"
      />
      <path
        className={styles.seams}
        strokeWidth="2.8"
        d="M311.2 52.7L313 44.4M319.4 61.9L327.9 61M313.3 72.6L316.7 80.4M301.2 70L294.9 75.7M299.9 57.8L292.5 53.5"
      />
    </svg>
  );
}

const loadAge = () => import('./age-dialog.tsx').then((part) => part.AgeDialog);

/** The button for the next thing to do, at the foot of the page. A date of birth is asked for first. */
function PayBar({ entry: { state, isAgeDue, tierParts } }: { entry: Entry }) {
  const navigate = useNavigate();
  const [isAsked, setAsked] = useState(false);
  const prizeOf = usePrizes(useSignedInPlayer());
  const AgeDialog = useLoaded(isAgeDue ? loadAge : null);
  const goOn = () => navigate(rushPlayPath(newKey()));
  const play = () => navigate(rushPlayPath(newKey()), { state: { isValid: true } });
  const buy = () => startPurchase({ what: 'ticket', door: 'rush' });
  const go = state.is === 'ticket' ? play : buy;
  const ofAge = () => (isAgeDue ? setAsked(true) : go());

  return (
    <section className={styles.bar} aria-label="Your ticket">
      {(state.is === 'ticket' || state.is === 'for-sale') && parts()}
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

  /** Shows the prizes so far of each place before anybody pays. Their space stays free while they load. */
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
    switch (state.is) {
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
            onPress={() => navigate(rushPlayPath(state.startKey))}
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
              state.way === 'card'
                ? `Ticket and ${CARD_FEE_PER_MILLE / 10}% card fee`
                : 'Ticket, charges are shown before you pay'
            }
            sum={formatKobo(state.kobo + state.feeKobo)}
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

/** Shows the tickets that are paid and not played. */
function TicketPass({ tickets }: { tickets: number }) {
  const isOne = tickets === 1;
  return (
    <section className={styles.pass} aria-labelledby="tickets">
      <div className={styles.passBody}>
        <p>Paid and not played</p>
        <h2 id="tickets">{isOne ? '1 ticket is waiting' : `${tickets} tickets are waiting`}</h2>
        <p>{isOne ? 'It stays until you play it.' : 'The oldest is played first.'}</p>
      </div>
      <TicketStub className={styles.stub}>
        <Icon name="ticket" size={40} />
      </TicketStub>
    </section>
  );
}

/**
 * What keeps the player from a run, or lets them in: the first condition that is met (game.md#rush-ticket).
 */
type EntryState =
  /** A run is open, or has ended while the player was away. */
  | { is: 'open' | 'ended' }
  /** A run may have begun, but no reply came. Starting again with this key shows whether it did. */
  | { is: 'begun'; startKey: string }
  | { is: 'closed' }
  | { is: 'under-age' }
  | { is: 'inactive' }
  | { is: 'ticket' }
  | { is: 'for-sale'; way: Way; kobo: number; feeKobo: number }
  /** There is no way to pay. */
  | { is: 'not-for-sale' };

type Entry = {
  state: EntryState;
  contest: Contest | null;
  /** Whether a date of birth is needed before a ticket or a run. */
  isAgeDue: boolean;
  /** The prizes so far of each place of today's tiers; empty while these are not known. */
  tierParts: readonly TierPart[];
};

const NOTHING_TOLD = { isOpen: false, tierParts: [] };

/** Gives the player's state before a run, as far as this phone knows. The server decides in the end. */
function useEntry(): Entry {
  const player = useSignedInPlayer();
  const offer = useQuery(offerQuery).data ?? DEFAULT_OFFER;
  const { data: told = NOTHING_TOLD } = useQuery({
    queryKey: [player.id, 'rush', 'open'],
    queryFn: async ({ signal }) => {
      try {
        return await readToday(signal);
      } catch (error) {
        // This API has no sealed runs.
        if (isApiError(error) && error.status === 404) return NOTHING_TOLD;
        throw error;
      }
    },
    enabled: env.hasAdditions,
    staleTime: 0,
    gcTime: 0,
  });
  useEffect(() => void checkSubscription(), []);

  const { contest } = offer;
  const { dob } = player;
  return { state: state(), contest, isAgeDue: !dob, tierParts: told.tierParts };

  function state(): EntryState {
    const kept = readKeptRun(player.id);
    if (told.isOpen || (kept?.own && !kept.own.ended)) return { is: 'open' };
    if (kept?.own || kept?.runId) return { is: 'ended' };
    if (kept) return { is: 'begun', startKey: kept.startKey };
    if (contest && !contest.isOpen) return { is: 'closed' };
    if (dob && !isAdult(dob, serverTime())) return { is: 'under-age' };
    if (!player.isActive) return { is: 'inactive' };
    if ((player.rushTickets ?? 0) > 0) return { is: 'ticket' };
    for (const way of ['card', 'mobile-money'] as const) {
      const quote = offer.ways.includes(way) && quoteOf(offer.prices, way, RUSH_TICKET);
      if (quote) return { is: 'for-sale', way, kobo: quote.kobo, feeKobo: quote.feeKobo };
    }
    return { is: 'not-for-sale' };
  }
}
