import { Icon } from '../../../components/icon.tsx';
import { Meter } from '../../../components/meter.tsx';
import { serverTime } from '../../../lib/server-clock.ts';
import { dayText } from '../../../lib/time.ts';
import { formatNaira } from '../../../rules/money.ts';
import { formatNumber, ordinal } from '../../../rules/numbers.ts';
import { ADULT_AGE_YEARS } from '../../../rules/players.ts';
import {
  POINTS_PER_RAFFLE_TICKET,
  RAFFLE_STREAK_DAYS,
  RAFFLE_TICKET_PLAY,
} from '../../../rules/prizes.ts';
import { lastPointsOf } from '../../../rules/tiers.ts';
import { RUSH_TIERS } from '../../../rules/tournament.ts';
import type { PromoFacts } from '../api/promo-facts.ts';
import styles from './promo-detail.module.css';
import type { ModalFacts } from './promo-dialog.tsx';
import { leftText } from './promo-words.ts';

/** In short: what a tier pays is its part of the tickets, up to the prize (game.md#what-a-tier-pays). */
const GROWING = 'Prizes grow with the tickets of the day.';

/** What a promotion shows below its words. */
export function PromoDetail({ facts }: { facts: ModalFacts }) {
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
