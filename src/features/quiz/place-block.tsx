import { type ReactNode, useState } from 'react';
import { Age } from '../../components/age.tsx';
import { cx } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { Skeleton } from '../../components/page.tsx';
import type { WeekPlace } from '../../contract/boards.ts';
import type { Place } from '../../contract/points.ts';
import { NO_NETWORK } from '../../lib/errors.ts';
import { formatNumber, ordinal } from '../../rules/numbers.ts';
import { Glyph } from './face.tsx';
import styles from './place-block.module.css';

/** When the place moves: this long after full time has appeared, in milliseconds. */
const MOVES_AT_MS = 1100;

const STEPS_MOST = 3;

const TITLE = 'Your place this week';

type PlaceStatus =
  /** The server's answer is on its way. */
  | { is: 'to-come' }
  /**
   * The answer is there. `place` is `null` if the answer has no place, but the points count on a board all
   * the same.
   */
  | { is: 'moved'; place: Place | null }
  /**
   * The result waits. `week` is the place that this phone last saw, and `seenAt` is when, in epoch
   * milliseconds.
   */
  | { is: 'seen'; week: WeekPlace | null; seenAt: number; isReachable: boolean };

type Props = {
  status: PlaceStatus;
  /** When full time appeared, by the page's own clock in milliseconds; `null` before that. */
  cameAt: number | null;
  /** The strip at the foot of the block. It shows the place's prize, or that a result waits. */
  strip: ReactNode;
};

/**
 * Shows the player's place after the result (game.md#your-place). The block has the same height before and
 * after the answer.
 */
export function PlaceBlock({ status, cameAt, strip }: Props) {
  const [delayMs, setDelayMs] = useState<number | null>(null);
  const place = status.is === 'moved' ? status.place : null;
  // If the answer comes late, the place moves at once.
  if (status.is === 'moved' && delayMs === null) {
    const now = performance.now();
    setDelayMs(Math.max(0, (cameAt ?? now) + MOVES_AT_MS - now));
  }
  const gained = place?.before && place.after ? place.before - place.after : 0;
  return (
    <section
      className={cx(styles.place, status.is === 'moved' && styles.moved)}
      style={{
        ['--at' as string]: `${delayMs ?? 0}ms`,
        ['--steps' as string]: Math.min(STEPS_MOST, Math.abs(gained)),
        ['--way' as string]: Math.sign(gained),
      }}
      aria-label={TITLE}
    >
      <p className={styles.top}>
        <b>{TITLE}</b>{' '}
        {/* The live region is always there, because one that appears with its text is not read out. */}
        <span className={styles.note} aria-live="polite">
          <Note {...status} isShown={cameAt !== null} />
        </span>
      </p>
      <div className={styles.middle}>
        {status.is === 'to-come' && <Skeleton shape="block" className={styles.placeToCome} />}
        {status.is === 'moved' && <Moved place={place} gained={gained} />}
        {status.is === 'seen' && <Seen {...status} />}
      </div>
      {status.is === 'to-come' ? (
        <p className={styles.money}>
          <Skeleton className={styles.lineToCome} />
        </p>
      ) : (
        strip
      )}
    </section>
  );
}

/** The words next to the title, with their sign. Nothing is read out before full time has appeared. */
function Note(note: PlaceStatus & { isShown: boolean }) {
  if (note.is === 'to-come' || !note.isShown) return 'Sending…';
  if (note.is === 'moved') {
    return (
      <>
        <Icon name="check" size={14} className={styles.done} />
        <span>Leaderboard updated successfully!</span>
      </>
    );
  }
  return (
    <>
      <Icon name={note.isReachable ? 'clock' : 'wifi-off'} size={14} />
      {note.isReachable ? 'Waiting' : NO_NETWORK}
    </>
  );
}

function Moved({ place, gained }: { place: Place | null; gained: number }) {
  const { before = null, after = null, toNext = null } = place ?? {};
  if (after === null) {
    return (
      <span>
        {place ? 'No points yet. One is enough for a place.' : 'Your points are on the board.'}
      </span>
    );
  }
  const steps = Math.min(STEPS_MOST, Math.abs(gained));
  return (
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

function Seen({ week, seenAt }: Extract<PlaceStatus, { is: 'seen' }>) {
  if (!week?.place) return <span>Your place comes with your result.</span>;
  return (
    <>
      <b className={styles.to}>{ordinal(week.place)}</b>{' '}
      <span className={cx(styles.pill, styles.same)}>
        <Age at={seenAt} />
      </span>{' '}
      <Next place={week.place} toNext={week.toNext} then />
    </>
  );
}
