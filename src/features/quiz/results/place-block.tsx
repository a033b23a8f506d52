import { type ReactNode, useState } from 'react';
import { Age } from '../../../components/age.tsx';
import { cx } from '../../../components/cx.ts';
import { Icon } from '../../../components/icon.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import type { WeekPlace } from '../../../contract/boards.ts';
import type { Place } from '../../../contract/rounds.ts';
import { NO_NETWORK } from '../../../lib/errors.ts';
import { formatNumber, ordinal } from '../../../rules/numbers.ts';
import { Glyph } from './glyph.tsx';
import styles from './place-block.module.css';

/** When the place moves after the screen came up, in milliseconds. */
const MOVES_AT_MS = 1100;

const STEPS_MOST = 3;

type Props = {
  title: string;
  /** What is said beside the title, with its sign. */
  note: ReactNode;
  children: ReactNode;
  /** The strip at its foot: what the place is worth, or that a result waits. */
  strip: ReactNode;
};

function Block({ title, note, children, strip }: Props) {
  return (
    <section className={styles.place} aria-label={title}>
      <p className={styles.top}>
        <b>{title}</b> <span className={styles.note}>{note}</span>
      </p>
      <div className={styles.middle}>{children}</div>
      {strip}
    </section>
  );
}

const TITLE = 'Your place this week';

/** The answer is on its way: as high as what will stand there. */
export function PlaceToCome() {
  return (
    <Block
      title={TITLE}
      note="Sending…"
      strip={
        <p className={styles.money}>
          <Skeleton className={styles.lineToCome} />
        </p>
      }
    >
      <Skeleton shape="block" className={styles.placeToCome} />
    </Block>
  );
}

type MovedProps = {
  /** `null` where the reply tells none: the points stand on some board all the same. */
  place: Place | null;
  /** When full time came up, by the page's own clock in milliseconds; `null` before that. */
  cameAt: number | null;
  strip: ReactNode;
};

/** Where the result brought its player (game.md#your-place). */
export function PlaceMoved({ place, cameAt, strip }: MovedProps) {
  // The answer may have come late: then it moves at once.
  const [delayMs] = useState(() => {
    const now = performance.now();
    return Math.max(0, (cameAt ?? now) + MOVES_AT_MS - now);
  });
  const { before = null, after = null, toNext = null } = place ?? {};
  const gained = before && after ? before - after : 0;
  const steps = Math.min(STEPS_MOST, Math.abs(gained));
  return (
    <div
      className={styles.moved}
      style={{
        ['--at' as string]: `${delayMs}ms`,
        ['--steps' as string]: steps,
        ['--way' as string]: Math.sign(gained),
      }}
    >
      <Block
        title={TITLE}
        note={
          <>
            <Icon name="check" size={14} className={styles.done} />
            Leaderboard updated
          </>
        }
        strip={strip}
      >
        {after === null ? (
          <span>
            {place ? 'No points yet. One is enough for a place.' : 'Your points are on the board.'}
          </span>
        ) : (
          <>
            {before !== null && gained !== 0 && (
              <>
                <span className={styles.from}>
                  <span className="vh">From </span>
                  {ordinal(before)}
                </span>{' '}
                <Glyph name="arrow" size={18} />
                <span className="vh">to </span>
              </>
            )}
            <b className={cx(styles.to, styles[`by${steps}`])}>{ordinal(after)}</b>{' '}
            <Change before={before} gained={gained} /> <Next place={after} toNext={toNext} />
          </>
        )}
      </Block>
    </div>
  );
}

function Change({ before, gained }: { before: number | null; gained: number }) {
  if (before === null) return <span className={cx(styles.pill, styles.same)}>First points</span>;
  if (gained === 0) return <span className={cx(styles.pill, styles.same)}>Same place</span>;
  const count = Math.abs(gained);
  return (
    <span className={cx(styles.pill, gained > 0 ? styles.up : styles.down)}>
      <Glyph name={gained > 0 ? 'up' : 'down'} size={14} />
      {formatNumber(count)}
      <span className="vh">
        {count === 1 ? ' place' : ' places'} {gained > 0 ? 'up' : 'down'}
      </span>
    </span>
  );
}

type NextProps = { place: number; toNext: number | null; then?: boolean };

function Next({ place, toNext, then }: NextProps) {
  if (toNext === null) return null;
  return (
    <span className={styles.next}>
      <b>
        {formatNumber(toNext)} {toNext === 1 ? 'point' : 'points'}
      </b>{' '}
      to {ordinal(place - 1)}
      {then && ' then'}
    </span>
  );
}

type SeenProps = {
  /** As this phone last saw it, and when in epoch milliseconds. */
  week: WeekPlace | null;
  seenAt: number;
  isReachable: boolean;
  strip: ReactNode;
};

/** The result waits: the place is the one this phone last saw. */
export function PlaceSeen({ week, seenAt, isReachable, strip }: SeenProps) {
  return (
    <Block
      title={TITLE}
      note={
        <>
          <Icon name={isReachable ? 'clock' : 'wifi-off'} size={14} />
          {isReachable ? 'Waiting' : NO_NETWORK}
        </>
      }
      strip={strip}
    >
      {week?.place ? (
        <>
          <b className={styles.to}>{ordinal(week.place)}</b>{' '}
          <span className={cx(styles.pill, styles.same)}>
            <Age at={seenAt} />
          </span>{' '}
          <Next place={week.place} toNext={week.toNext} then />
        </>
      ) : (
        <span>Your place comes with your result.</span>
      )}
    </Block>
  );
}
