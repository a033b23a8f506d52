import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Avatar } from '../../components/avatar.tsx';
import { Button, IconButton } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Icon } from '../../components/icon.tsx';
import { Meter } from '../../components/rows.tsx';
import type { User } from '../../contract/user.ts';
import { lookUntil, mayComeUp } from '../../lib/popup-order.ts';
import { serverTime } from '../../lib/server-clock.ts';
import { dayText } from '../../lib/time.ts';
import { DEFAULT_OFFER, knownOffer } from '../../offer/offer.ts';
import { accountAgeDays, dayOf } from '../../rules/calendar.ts';
import { formatNaira } from '../../rules/money.ts';
import { formatNumber, ordinal } from '../../rules/numbers.ts';
import { ADULT_AGE_YEARS } from '../../rules/players.ts';
import {
  POINTS_PER_RAFFLE_TICKET,
  RAFFLE_STREAK_DAYS,
  RAFFLE_TICKET_PLAY,
} from '../../rules/prizes.ts';
import { duePromos, type PromoId } from '../../rules/promos.ts';
import { lastPointsOf } from '../../rules/tiers.ts';
import { RUSH_TIERS } from '../../rules/tournament.ts';
import { useBrand } from '../../session/session.ts';
import { PromoArt } from './promo-art.tsx';
import {
  leftText,
  notePromo,
  type PromoFacts,
  promoFacts,
  promoTimes,
  promoWords,
} from './promo-facts.ts';
import styles from './promos.module.css';

type PromosProps = {
  player: User;
  playsUsed: number;
  /** When `playsUsed` was read, in epoch milliseconds by the phone's clock. */
  countedAt: number;
  /** Whether a round is open, whose clock may run. No promotion then covers this opening of the dashboard. */
  isHeld?: boolean;
};

/** Shows at most one promotion each time the dashboard is opened (game.md#promotional-modals). */
export function Promos({ player, playsUsed, countedAt, isHeld }: PromosProps) {
  const [facts, setFacts] = useState<PromoFacts | null>(null);
  const brand = useBrand();
  const client = useQueryClient();

  async function choose(isGone: () => boolean) {
    if (isHeld) return;
    const offer = knownOffer() ?? DEFAULT_OFFER;
    // A prize that nobody can win is not promoted.
    if (offer.contest?.isOpen === false) return;
    const times = promoTimes(player.id);
    const now = serverTime();
    const due = duePromos({
      accountAgeDays: accountAgeDays(Date.parse(player.createdAt ?? ''), now),
      // A copy from yesterday knows no plays of today. `countedAt` is converted to the server's time.
      playsUsed: countedAt + now - Date.now() < dayOf(now).startsAt ? 0 : playsUsed,
      prizes: brand.prizes,
      times,
      now,
    });
    for (const id of due) {
      const found = await promoFacts(id, { playerId: player.id, brand, offer, client, now }).catch(
        // If the facts cannot be read, the next promotion is tried. A failure is not worth a message.
        () => null,
      );
      if (isGone() || isCovered()) return;
      if (found) return show(found);
    }
  }

  function show(found: PromoFacts) {
    if (isByCount(found.id)) notePromo(player.id, found.id, serverTime());
    setFacts(found);
  }

  function dismiss() {
    if (facts) notePromo(player.id, facts.id, serverTime());
    setFacts(null);
  }

  const begin = useEffectEvent(choose);
  useEffect(() => {
    let isGone = false;
    const stop = lookUntil(() => {
      // Each opening of the dashboard shows only the first dialog that is due.
      if (isCovered()) return true;
      if (!mayComeUp()) return false;
      void begin(() => isGone);
      return true;
    });
    return () => {
      isGone = true;
      stop();
    };
  }, []);

  if (!facts) return null;
  if (facts.id === 'ticket-winner') return <TicketWinnerCard name={facts.name} onClose={dismiss} />;
  return <PromoDialog facts={facts} onClose={dismiss} />;
}

function isCovered(): boolean {
  return 'dialog' in document.documentElement.dataset;
}

/** Whether a promotion counts as seen for the day as soon as it is shown, however it is closed. */
function isByCount(id: PromoId): boolean {
  return id === 'promo' || id === 'raffle-draw' || id === 'entry-ticket';
}

/** Short for: a tier pays a part of its tickets' money, up to the prize (game.md#what-a-tier-pays). */
const GROWING = 'Prizes grow with the tickets of the day.';

/** Shows the part of a promotion below its words. */
function PromoDetail({ facts }: { facts: ModalFacts }) {
  switch (facts.id) {
    case 'promo':
      return <Adult text={`For subscribers. ${GROWING}`} />;
    case 'million':
      return (
        <>
          <WaysToTickets />
          <Adult text="Anyone can check the draw." />
        </>
      );
    case 'raffle-draw':
      return (
        <>
          <p className={styles.quiet}>Prize up to</p>
          <p className={styles.sum}>{formatNaira(facts.naira)}</p>
          <p className={styles.quiet}>
            You have <b>{ticketsText(facts.tickets)}</b>. {POINTS_PER_RAFFLE_TICKET} points = 1
            more.
          </p>
          <Adult text="Anyone can check the draw." />
        </>
      );
    case 'entry-ticket':
      return (
        <>
          <p className={styles.ticket}>
            <Icon name="ticket" size={24} />
            <b>{facts.code}</b> <span>{ordinal(RAFFLE_TICKET_PLAY)} play</span>
          </p>
          <p className={styles.quiet}>
            You have {ticketsText(facts.tickets)} for {dayText(facts.drawAt, serverTime())}.
          </p>
        </>
      );
    case 'daily':
      return <Tiers facts={facts} />;
    case 'progress':
      return <Progress facts={facts} />;
  }
}

function WaysToTickets() {
  return (
    <ul className={styles.three}>
      <li>
        <b>{POINTS_PER_RAFFLE_TICKET}</b> points
        <br />1 ticket
      </li>
      <li>
        <b>{RAFFLE_STREAK_DAYS} days</b> in a row
        <br />1 ticket
      </li>
      <li>
        <b>{ordinal(RAFFLE_TICKET_PLAY)} play</b> of a day
        <br />1 ticket
      </li>
    </ul>
  );
}

function Tiers({ facts: { rows, own, network } }: { facts: Of<'daily'> }) {
  return (
    <>
      <ul className={styles.three}>
        {rows.map(({ tier, naira }) => (
          <li key={tier} className={tier === own?.tier ? styles.own : undefined}>
            Tier {tier}
            <b>{naira === 'bands' ? 'Cash' : formatNaira(naira)}</b>
            {pointsText(tier)}
          </li>
        ))}
      </ul>
      {own && (
        <p className={styles.quiet}>
          You are in Tier {own.tier} with <b>{formatNumber(own.points)} points</b>.
        </p>
      )}
      {network ? (
        <p className={styles.quiet}>{GROWING}</p>
      ) : (
        <Adult text={`For subscribers with a ticket. ${GROWING}`} />
      )}
    </>
  );
}

function Progress({ facts }: { facts: Of<'progress'> }) {
  const { points, edge } = facts;
  return (
    <>
      <Meter value={points} max={edge.points} aria-hidden />
      <p className={styles.ends}>
        <span>You: {formatNumber(points)} pts</span>
        <span>
          To pass {ordinal(edge.places)}: {formatNumber(edge.points)} pts
        </span>
      </p>
      <p className={styles.quiet}>{leftText(facts)}</p>
    </>
  );
}

function Adult({ text }: { text: string }) {
  return (
    <p className={styles.adult}>
      <b>{ADULT_AGE_YEARS}+</b> {text}
    </p>
  );
}

type Of<Id extends PromoFacts['id']> = Extract<PromoFacts, { id: Id }>;

function ticketsText(count: number): string {
  return `${formatNumber(count)} ${count === 1 ? 'ticket' : 'tickets'}`;
}

function pointsText(tier: number | null): string {
  const index = RUSH_TIERS.findIndex((one) => one.tier === tier);
  const from = formatNumber(RUSH_TIERS[index]?.fromPoints ?? 0);
  const last = lastPointsOf(RUSH_TIERS, index);
  return Number.isFinite(last) ? `${from} to ${formatNumber(last)}` : `${from} or more`;
}

type ModalFacts = Exclude<PromoFacts, { id: 'ticket-winner' }>;

type PromoDialogProps = { facts: ModalFacts; onClose: () => void };

/** Shows a promotion over the dashboard. Any way of closing it dismisses it. */
function PromoDialog({ facts, onClose }: PromoDialogProps) {
  const navigate = useNavigate();
  const { title, lead, button, to } = promoWords(facts, serverTime());

  function follow() {
    onClose();
    if (to !== null) navigate(to);
  }

  return (
    <Dialog title={title} art={<PromoArt id={facts.id} />} centred onClose={onClose}>
      <p className={styles.lead}>{lead}</p>
      <PromoDetail facts={facts} />
      <div className={styles.ways}>
        <Button size="lg" onClick={follow}>
          {button}
        </Button>
        <Button colour="line" onClick={onClose}>
          {facts.id === 'entry-ticket' ? 'Close' : 'Not now'}
        </Button>
      </div>
    </Dialog>
  );
}

/** How long the card stays, in milliseconds. */
const SHOWN_MS = 8000;

type TicketWinnerCardProps = { name: string; onClose: () => void };

/** Shows, at the bottom of the screen, who earned a raffle ticket this month. */
function TicketWinnerCard({ name, onClose }: TicketWinnerCardProps) {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const timer = setTimeout(() => close(), SHOWN_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <section className={styles.card} role="status">
      <Avatar id={name} name={name} image={null} size="sm" />
      <p>
        <b dir="auto" translate="no">
          {name}
        </b>{' '}
        earned a raffle ticket
      </p>
      <IconButton icon="close" aria-label="Close" onClick={onClose} />
    </section>
  );
}
