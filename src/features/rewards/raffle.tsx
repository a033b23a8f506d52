import { queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { InferOutput } from 'valibot';
import { Button, ButtonLink } from '../../components/button.tsx';
import { Tag } from '../../components/chip.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { useSecondsUntil } from '../../components/hooks.ts';
import { Icon } from '../../components/icon.tsx';
import { Cover, Hero } from '../../components/marks.tsx';
import { NetworkStrip } from '../../components/network-strip.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageLink, Skeleton } from '../../components/page.tsx';
import { EmptyState } from '../../components/screens.tsx';
import { drawPath, paths } from '../../config/paths.ts';
import {
  getDraw,
  getRaffleTickets,
  type RaffleTicket,
  type raffleMonthSchema,
} from '../../contract/raffle.ts';
import { call } from '../../lib/http.ts';
import { serverTime } from '../../lib/server-clock.ts';
import { shownRead } from '../../lib/shown-read.ts';
import { dayAndTimeText, monthText } from '../../lib/time.ts';
import { useKnownOffer } from '../../offer/offer.ts';
import { ContestLines } from '../../offer/prizes-offer.tsx';
import { savedQuery } from '../../offline/query-persister.ts';
import { useNetwork } from '../../offline/use-reachable.ts';
import { lagosDate, nextRaffleDraw } from '../../rules/calendar.ts';
import { formatNaira } from '../../rules/money.ts';
import { formatNumber } from '../../rules/numbers.ts';
import { ADULT_AGE_YEARS } from '../../rules/players.ts';
import {
  POINTS_PER_RAFFLE_TICKET,
  type PrizeTable,
  prizeRows,
  RAFFLE_STREAK_DAYS,
  ticketTier,
} from '../../rules/prizes.ts';
import { playerCall } from '../../session/player-call.ts';
import { useSignedInPlayer } from '../../session/session.ts';
import { Trio, Unread } from './parts.tsx';
import styles from './raffle.module.css';
import { RaffleStub } from './raffle-stub.tsx';

/** Shows the raffle's next draw, and the player's tickets for it (game.md#ticket-screen). */
export function RafflePanel() {
  const line = useNetwork();
  const { id } = useSignedInPlayer();
  const read = useQuery(ticketsQuery(id));
  const offer = useKnownOffer();
  const now = serverTime();
  const month = drawMonth(now);
  const { data: isDrawn = false } = useQuery({
    ...isDrawnQuery(month ?? ''),
    enabled: month !== null,
  });
  const drawAt = waitedDraw(now, isDrawn);
  // The page renders again at the time of the draw, because it then shows the next draw.
  useSecondsUntil(drawAt);
  return (
    <>
      <NetworkStrip line={line} reads={[shownRead(read)]} />
      <RaffleHero
        key={drawAt}
        drawAt={drawAt}
        prizes={offer?.prizes ?? null}
        liveDraw={offer?.links.liveDraw ?? null}
      />
      <div className={styles.page}>
        {month && <DrawDay month={month} isDrawn={isDrawn} now={now} />}
        <Tickets read={read} />
        {/* Shown after the tickets have been read, because they would push it. */}
        {!read.isPending && (
          <section>
            <p className={styles.about}>
              <b className={styles.age}>{ADULT_AGE_YEARS}+</b> The raffle is for players of{' '}
              {ADULT_AGE_YEARS} years or more. Nobody has to buy anything to be paid.
            </p>
            <ContestLines {...offer?.contest} />
          </section>
        )}
      </div>
    </>
  );
}

type RaffleHeroProps = {
  drawAt: number;
  /** `null` while the prizes are unknown. The space of their line is kept. */
  prizes: PrizeTable | null;
  liveDraw: string | null;
};

/** Shows the next draw's time and prizes, and a link to watch it live. */
function RaffleHero({ drawAt, prizes, liveDraw }: RaffleHeroProps) {
  const most = Math.max(
    0,
    ...prizeRows(prizes ?? [], 'all', 'raffle').map(({ naira }) => (naira === 'bands' ? 0 : naira)),
  );
  return (
    <Hero label="Next live draw" art={<Beam />}>
      <div className={styles.words}>
        <p className={styles.when}>
          Next live draw{' '}
          <span className={styles.whole}>{dayAndTimeText(drawAt, serverTime())}</span>
        </p>
        <Clock until={drawAt} />
        {(most > 0 || !prizes) && (
          <p className={styles.prize}>
            {prizes && 'Prize up to '}
            <b>{prizes ? formatNaira(most) : '\u00a0'}</b>
          </p>
        )}
        {liveDraw && (
          <ButtonLink colour="red" icon="live" href={liveDraw} target="_blank" rel="noopener">
            Go Live
          </ButtonLink>
        )}
      </div>
    </Hero>
  );
}

function Clock({ until }: { until: number }) {
  const seconds = useSecondsUntil(until);
  const figures: [number, string][] = [
    [Math.floor(seconds / 86_400), 'days'],
    [Math.floor(seconds / 3600) % 24, 'hours'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [seconds % 60, 'sec'],
  ];
  return (
    <div role="timer">
      <ul className={styles.clock}>
        {figures.map(([figure, unit]) => (
          <li key={unit}>
            <b>{`${figure}`.padStart(2, '0')}</b> <span>{unit}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Beam() {
  return (
    <Cover width={360} height={260}>
      <path className={styles.beam} d="M120 0L20 260h320L240 0z" />
    </Cover>
  );
}

/** How many tickets the page shows. The dialog shows all. */
const SHOWN = 3;

const RATE = `${POINTS_PER_RAFFLE_TICKET} points = 1 ticket`;

type RaffleMonth = InferOutput<typeof raffleMonthSchema>;

type Read = UseQueryResult<{ tickets: RaffleTicket[]; month: RaffleMonth | null }>;

/** Shows the player's tickets for the next draw, and their points and tier of its month. */
function Tickets({ read }: { read: Read }) {
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
  // The operator's own API may send only the codes.
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

type DrawDayProps = { month: string; isDrawn: boolean; now: number };

/** Says, on the days of the draw, how far the draw has got (game.md#raffle-draw). */
function DrawDay({ month, isDrawn, now }: DrawDayProps) {
  if (isDrawn) {
    return (
      <Notice kind="ok" icon="flag" title="The winner is drawn">
        <PageLink to={drawPath(month)} className={styles.drawDayLink ?? ''}>
          Check the draw
        </PageLink>
      </Notice>
    );
  }
  if (isClosed(now)) {
    return (
      <Notice icon="flag" title="The list is closed">
        The winner is drawn live. Tickets that you win now are for the next draw.
      </Notice>
    );
  }
  return (
    <Notice kind="warn" icon="flag" title="The draw is today">
      Tickets count until 13:00. Then the list is closed.
    </Notice>
  );
}

/** Whether an instant is on the reserve date (game.md#raffle-draw). */
const isReserve = (at: number) => lagosDate(at).endsWith('-30');

/** Gives the next draw after `now` (epoch ms). The reserve date counts only until a draw is published. */
export function waitedDraw(now: number, isDrawn: boolean): number {
  const next = nextRaffleDraw(now);
  return isDrawn && isReserve(next) ? nextRaffleDraw(next) : next;
}

/** Gives the month, like `2026-11`, of a draw that closes today or closed yesterday; `null` on other days. */
export function drawMonth(now: number): string | null {
  const today = lagosDate(now);
  return lagosDate(nextRaffleDraw(startOf(today))) === today ? today.slice(0, 7) : null;
}

/** Whether the entries of the current draw have closed, on the day of the draw or on its reserve date. */
export function isClosed(now: number): boolean {
  return isReserve(now) || nextRaffleDraw(startOf(lagosDate(now))) <= now;
}

/** The last millisecond before a day in Lagos, in epoch ms, so that a draw at the day's start is after it. */
function startOf(day: string): number {
  return Date.parse(`${day}T00:00:00+01:00`) - 1;
}

/** Reads the player's tickets for the next draw, and their raffle month (game.md#ticket-screen). */
const ticketsQuery = (playerId: string) =>
  savedQuery({
    queryKey: [playerId, 'raffle-tickets'],
    queryFn: async ({ signal }) => {
      const { data, meta } = await playerCall(getRaffleTickets, { signal });
      return { tickets: data, month: meta?.raffle ?? null };
    },
    meta: { failure: 'Failed to retrieve your tickets' },
  });

/** Reads whether a month's winners are known (game.md#raffle-draw). */
const isDrawnQuery = (month: string) =>
  queryOptions({
    queryKey: ['is-drawn', month],
    queryFn: async ({ signal }) => {
      const { data } = await call(getDraw, { params: { month }, signal });
      return data?.state === 'drawn';
    },
  });
