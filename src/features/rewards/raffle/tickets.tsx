import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { InferOutput } from 'valibot';
import { Button } from '../../../components/button.tsx';
import { Tag } from '../../../components/chip.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Icon } from '../../../components/icon.tsx';
import { PageLink } from '../../../components/page-link.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { drawPath, paths } from '../../../config/paths.ts';
import type { RaffleTicket, raffleMonthSchema } from '../../../contract/raffle.ts';
import { serverTime } from '../../../lib/server-clock.ts';
import { monthText } from '../../../lib/time.ts';
import { formatNumber } from '../../../rules/numbers.ts';
import { POINTS_PER_RAFFLE_TICKET, RAFFLE_STREAK_DAYS, ticketTier } from '../../../rules/prizes.ts';
import { RaffleStub } from '../raffle-stub.tsx';
import { Trio } from '../trio.tsx';
import { Unread } from '../unread.tsx';
import styles from './tickets.module.css';

/** So many stand on the page; all are in the dialog. */
const SHOWN = 3;

const RATE = `${POINTS_PER_RAFFLE_TICKET} points = 1 ticket`;

type RaffleMonth = InferOutput<typeof raffleMonthSchema>;

type Read = UseQueryResult<{ tickets: RaffleTicket[]; month: RaffleMonth | null }>;

/** The player's tickets for the next draw, and how they stand in its month. */
export function Tickets({ read }: { read: Read }) {
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  if (!read.data) {
    return (
      <Unread what="Your tickets" read={read}>
        <Skeleton shape="block" className={styles.loading} />
      </Unread>
    );
  }
  const { tickets, month } = read.data;
  return (
    <>
      <Trio figures={figuresOf(tickets.length, month)} />
      <section>
        <div className={styles.heading}>
          <h2>My tickets</h2>
          <span>{RATE}</span>
        </div>
        {tickets.length > 0 ? (
          <TicketList tickets={tickets.slice(0, SHOWN)} />
        ) : (
          <EmptyState
            art={<Icon name="ticket" size={64} />}
            title="No tickets yet"
            help={`Win ${POINTS_PER_RAFFLE_TICKET} points, or play ${RAFFLE_STREAK_DAYS} days in a row.`}
            action="Play now"
            onAction={() => navigate(paths.home)}
          />
        )}
        {tickets.length > SHOWN && (
          <div className={styles.more}>
            <Button colour="line" onClick={() => setOpen(true)}>
              See all {tickets.length} tickets
            </Button>
          </div>
        )}
      </section>
      {month?.lastDraw && (
        <PageLink to={drawPath(month.lastDraw)} className={styles.link ?? ''}>
          Check the draw of {monthText(Date.parse(`${month.lastDraw}-15`), serverTime())}
        </PageLink>
      )}
      {isOpen && (
        <Dialog title={`My ${tickets.length} tickets`} onClose={() => setOpen(false)}>
          <p className={styles.lead}>Keep these codes. We call them in the live draw.</p>
          <TicketList tickets={tickets} />
        </Dialog>
      )}
    </>
  );
}

function figuresOf(tickets: number, month: RaffleMonth | null) {
  const total = { name: 'Total tickets', value: formatNumber(tickets) };
  // An API of the operator may tell the codes alone.
  if (!month) return [total];
  return [
    { name: 'My Points', value: formatNumber(month.points) },
    { name: 'My tier', value: <Tag tone="gold">Tier {ticketTier(month.points)}</Tag> },
    total,
  ];
}

const EARNED_BY = {
  points: `${POINTS_PER_RAFFLE_TICKET} points`,
  streak: `${RAFFLE_STREAK_DAYS} days in a row`,
  'fifth-play': 'Fifth play of a day',
} as const satisfies Record<NonNullable<RaffleTicket['reason']>, string>;

function TicketList({ tickets }: { tickets: readonly RaffleTicket[] }) {
  return (
    <ul className={styles.list}>
      {tickets.map(({ code, reason }) => (
        <li key={code}>
          <RaffleStub code={code}>{reason && EARNED_BY[reason]}</RaffleStub>
        </li>
      ))}
    </ul>
  );
}
