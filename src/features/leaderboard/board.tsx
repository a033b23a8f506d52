import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { Avatar } from '../../components/avatar.tsx';
import { cx, IconButton } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { PageLink, Skeleton } from '../../components/page.tsx';
import { EmptyState } from '../../components/screens.tsx';
import { toastError } from '../../components/toast.ts';
import { paths } from '../../config/paths.ts';
import type { BoardRow } from '../../contract/boards.ts';
import { hasOwnEntryBefore } from '../../lib/own-history.ts';
import { fetchesLittle } from '../../lib/saves-data.ts';
import type { ShownRead } from '../../lib/shown-read.ts';
import { useKnownOffer } from '../../offer/offer.ts';
import { poolOf } from '../../rules/networks.ts';
import { formatNumber } from '../../rules/numbers.ts';
import { whoWins } from '../../rules/prize-words.ts';
import { useBrand, useSignedInPlayer } from '../../session/session.ts';
import styles from './board.module.css';
import { EmptyPodium } from './period.tsx';
import { type MarkOf, nameOnBoard, RowName } from './report.tsx';

type RowsProps = {
  rows: BoardRow[];
  /** The place of the first row. */
  firstPlace: number;
  nameOf?: (row: BoardRow) => string;
  markOf: MarkOf;
  children: (row: BoardRow, place: number) => ReactNode;
};

type BoardRowsProps = RowsProps & {
  playerId: string;
  /** The player's own row, which is shown in its place among the rows; `null` if they have no place. */
  ownRow: ReactNode;
};

/** Shows rows, with the player's own row in its place among them. */
export function BoardRows({ playerId, ownRow, ...others }: BoardRowsProps) {
  const { rows, firstPlace } = others;
  const at = ownRow ? rows.findIndex(({ userId }) => userId === playerId) : -1;
  if (at === -1) return <Rows {...others} />;
  return (
    <>
      <Rows {...others} rows={rows.slice(0, at)} />
      {ownRow}
      <Rows {...others} rows={rows.slice(at + 1)} firstPlace={firstPlace + at + 1} />
    </>
  );
}

/** Shows rows on a card over the brand's watermark (pages.md#networks-and-brands). */
function Rows({ rows, firstPlace, nameOf = nameOnBoard, markOf, children }: RowsProps) {
  const { name: watermark } = useBrand();
  if (rows.length === 0) return null;
  return (
    <div className={styles.card}>
      {watermark && (
        <span className={styles.watermark} aria-hidden="true">
          {watermark}
        </span>
      )}
      <ol className={styles.rows} start={firstPlace}>
        {rows.map((row, index) => {
          const place = firstPlace + index;
          const name = nameOf(row);
          const mark = markOf(row);
          return (
            <li key={row.id} className={styles.row}>
              <span className={styles.place}>{formatNumber(place)}</span>
              <Avatar id={row.userId} name={name} image={pictureOf(row)} size="sm" />
              <RowName row={row} name={name} className={cx(styles.who, styles.name, 'one-line')} />
              {mark && <small className={styles.mark}>{mark}</small>}
              <span className={styles.end}>{children(row, place)}</span>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

/** The end of every board: it says who wins, and links to how winners are checked (game.md#fairness-page). */
export function BoardFoot() {
  const { network } = useSignedInPlayer();
  const offer = useKnownOffer();
  return (
    <div className={styles.foot}>
      {offer && <p>{whoWins(offer.prizes, poolOf(network ?? ''))}</p>}
      <PageLink to={paths.fairness}>How places and ties work</PageLink>
    </div>
  );
}

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

export function BoardLoading() {
  return (
    <div role="status" aria-label="Loading the leaderboard">
      <div className={styles.podium}>
        <Skeleton className={cx(styles.block, styles.second)} />
        <Skeleton className={cx(styles.block, styles.first)} />
        <Skeleton className={cx(styles.block, styles.third)} />
      </div>
      <div className={styles.page}>
        <Skeleton className={styles.own} />
        <LoadingRows />
      </div>
    </div>
  );
}

export function RowsLoading() {
  return (
    <div role="status" aria-label="Loading the leaderboard">
      <LoadingRows />
    </div>
  );
}

function LoadingRows() {
  return (
    <div className={styles.loadingRows}>
      {ROWS.map((row) => (
        <div key={row} className={styles.loadingRow}>
          <Skeleton />
          <Skeleton shape="circle" className={styles.avatar} />
          <Skeleton className={styles.loadingName} />
          <Skeleton className={styles.points} />
        </div>
      ))}
    </div>
  );
}

type OwnRowProps = {
  row: BoardRow;
  /** `null` if the player's place is on another list. */
  position: number | null;
  nameOf?: (row: BoardRow) => string;
  children: ReactNode;
};

/** Shows the signed-in player's own place. It stays in sight while the rest of the board scrolls. */
export function OwnRow({ row, position, nameOf = nameOnBoard, children }: OwnRowProps) {
  const name = nameOf(row);
  return (
    <section className={cx(styles.row, styles.ownRow)} aria-label="Your place">
      <span className={styles.place}>{position === null ? '–' : formatNumber(position)}</span>
      <Avatar id={row.userId} name={name} image={row.fmuser.image} size="sm" />
      <span className={cx(styles.who, styles.ownWho)}>
        <b>You</b>
        <span className={cx(styles.ownName, 'one-line')} dir="auto" translate="no">
          {name}
        </span>
      </span>
      <span className={styles.end}>{children}</span>
    </section>
  );
}

export function NoOwnRow({ children }: { children: ReactNode }) {
  return (
    <p className={styles.none}>
      <Icon name="flag" size={20} />
      <span>
        <b>You</b> {children}
      </span>
    </p>
  );
}

type CashTagProps = { prize: string | null; onMedal?: boolean };

/** Shows the prize of a place; nothing if the place wins no prize. */
export function CashTag({ prize, onMedal = false }: CashTagProps) {
  if (prize === null) return null;
  return (
    <span className={cx(styles.cash, onMedal && styles.onMedal)}>
      <span className="vh">wins </span>
      {prize}
    </span>
  );
}

/** Gives a player's picture for a board; `null` (a shirt) if the phone saves data (offline.md#save-data). */
export function pictureOf(row: BoardRow): string | null | undefined {
  return fetchesLittle() ? null : row.fmuser.image;
}

type RefreshIconProps = { reads: readonly ShownRead[]; onRefresh: () => void };

/** The button of the top bar that reads a board again. */
export function RefreshIcon({ reads, onRefresh }: RefreshIconProps) {
  const isBusy = reads.some(({ isFetching }) => isFetching);
  return (
    <IconButton
      icon="refresh"
      aria-label="Refresh"
      aria-busy={isBusy}
      className={styles.refresh}
      onClick={isBusy ? undefined : onRefresh}
    />
  );
}

/**
 * Shown in place of a board while the phone is offline and has no copy of it
 * (game.md#board-that-cant-be-read).
 */
export function NeverRead() {
  return (
    <EmptyState
      art={<EmptyPodium />}
      title="Not on this phone yet"
      help="Open this leaderboard once with network. After that you see it when network goes, too."
    />
  );
}

/**
 * Reports that the board can't be read, and sends the player home (game.md#board-that-cant-be-read). It goes
 * back in the history. If it replaced the board's entry, the dashboard would be in the history twice, and the
 * next Back would seem to do nothing.
 */
export function ToHome() {
  const navigate = useNavigate();
  const goHome = useEffectEvent(() => navigate(paths.home, { replace: true }));
  const goBack = useEffectEvent(() => navigate(-1));
  useEffect(() => {
    toastError('Failed to retrieve leaderboard');
    if (!hasOwnEntryBefore()) return void goHome();
    const arrive = () => {
      if (location.pathname !== paths.home) goHome();
    };
    addEventListener('popstate', arrive, { once: true });
    goBack();
    return () => removeEventListener('popstate', arrive);
  }, []);
  return null;
}
