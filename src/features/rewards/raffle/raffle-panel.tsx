import { useQuery } from '@tanstack/react-query';
import { NetworkStrip } from '../../../components/network-strip.tsx';
import { useSecondsUntil } from '../../../components/use-seconds-until.ts';
import { serverTime } from '../../../lib/server-clock.ts';
import { shownRead } from '../../../lib/shown-read.ts';
import { ContestLines } from '../../../offer/contest-lines.tsx';
import { useKnownOffer } from '../../../offer/use-known-offer.ts';
import { useNetwork } from '../../../offline/use-reachable.ts';
import { ADULT_AGE_YEARS } from '../../../rules/players.ts';
import { useSignedInPlayer } from '../../../session/use-player.ts';
import { isDrawnQuery, ticketsQuery } from '../api/raffle.ts';
import { DrawDay } from './draw-day.tsx';
import { drawMonth, waitedDraw } from './draw-times.ts';
import { RaffleHero } from './raffle-hero.tsx';
import styles from './raffle-panel.module.css';
import { Tickets } from './tickets.tsx';

/** The raffle: its next draw, and the player's tickets for it (game.md#ticket-screen). */
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
  // Past it the next one is waited for: this page is drawn anew then.
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
        {/* The tickets would push it. */}
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
