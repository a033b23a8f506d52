import { useMutation } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { Avatar } from '../../components/avatar.tsx';
import { cx } from '../../components/button.tsx';
import { ReportSheet, toastReportFault } from '../../components/report-sheet.tsx';
import { toastError, toastSuccess } from '../../components/toast.ts';
import { env } from '../../config/env.ts';
import { type BoardRow, DELETED_NAME } from '../../contract/boards.ts';
import { postPlayerReport, REPORT_REASONS, type ReportReason } from '../../contract/profile.ts';
import { isApiError } from '../../lib/errors.ts';
import { cutName } from '../../rules/players.ts';
import { TIER_NAME_MAX } from '../../rules/tournament.ts';
import { playerCall } from '../../session/player-call.ts';
import { useSignedInPlayer } from '../../session/session.ts';
import styles from './report.module.css';

/** Opens the report sheet of a row's player; `null` on a board without report sheets. */
const OpenReport = createContext<((row: BoardRow) => void) | null>(null);

/** Holds a player's report sheet above the boards, so that it stays open while the rows change. */
export function ReportHost({ children }: { children: ReactNode }) {
  const [row, setRow] = useState<BoardRow | null>(null);
  return (
    <OpenReport value={setRow}>
      {children}
      {row && (
        <PlayerReport
          row={row}
          // Another player's sheet may be open by the time that a report has been sent.
          onClose={() => setRow((shown) => (shown === row ? null : shown))}
        />
      )}
    </OpenReport>
  );
}

const ACTIONS: Record<ReportReason, string> = {
  picture: 'Report picture',
  name: 'Report name',
  other: 'Report something else',
};

type PlayerReportProps = { row: BoardRow; onClose: () => void };

/** Shows a player as on the board, with buttons to report name or picture (help.md#report-on-boards). */
function PlayerReport({ row, onClose }: PlayerReportProps) {
  const { userId: id, fmuser } = row;
  const report = useMutation({
    mutationFn: (reason: ReportReason) => reportPlayer(id, reason),
    onSuccess: () => {
      toastSuccess('Reported. Thank you: we will look at it');
      onClose();
    },
    onError: (error) => {
      if (!isApiError(error, 'player/unknown')) return toastReportFault(error);
      toastError('This player has left the game');
      onClose();
    },
  });
  const shown = { picture: fmuser.image, name: fmuser.name?.trim(), other: true };

  return (
    <ReportSheet
      title={
        <span dir="auto" translate="no">
          {nameOnBoard(row)}
        </span>
      }
      head={<Avatar id={id} name={nameOnBoard(row)} image={fmuser.image} size="lg" />}
      lead="Is something here not fit for a board? Report it and we look at it. The player is not told."
      icon="flag"
      reasons={REPORT_REASONS.filter((reason) => shown[reason]).map(
        (reason) => [reason, ACTIONS[reason]] as const,
      )}
      report={report}
      onClose={onClose}
    />
  );
}

type RowNameProps = { row: BoardRow; name: string; className: string | undefined };

/** Shows the name of a row. A press anywhere on another player's row opens that player's report sheet. */
export function RowName({ row, name, className }: RowNameProps) {
  const open = useContext(OpenReport);
  const { id } = useSignedInPlayer();
  if (!open || !env.hasAdditions || row.userId === id || !showsSomething(row)) {
    return (
      <span className={className} dir="auto" translate="no">
        {name}
      </span>
    );
  }
  return (
    <button
      type="button"
      className={cx(className, styles.opens)}
      aria-haspopup="dialog"
      dir="auto"
      translate="no"
      onClick={() => open(row)}
    >
      {name}
    </button>
  );
}

/** Whether a row shows a name or picture that its player chose. */
function showsSomething({ fmuser: { name, image } }: BoardRow): boolean {
  return name?.trim() !== DELETED_NAME && Boolean(name?.trim() || image);
}

/** Reports to the operator that a name or picture is not fit for a board (help.md#report-on-boards). */
async function reportPlayer(id: string, reason: ReportReason): Promise<void> {
  await playerCall(postPlayerReport, { params: { id }, body: { reason } });
}

/** Gives the name of a row's player, as boards show it. */
export function nameOnBoard({ fmuser }: BoardRow): string {
  return fmuser.name?.trim() || 'Player';
}

/** Gives the name of a row's player as tier lists show it: its first 10 characters (game.md#tier-lists). */
export function tierName(row: BoardRow): string {
  const name = nameOnBoard(row);
  const beginning = cutName(name, TIER_NAME_MAX);
  return name === DELETED_NAME || beginning === name ? name : `${beginning}…`;
}

/**
 * Gives a mark that tells apart players with the same name. A player's mark never changes
 * (game.md#same-names).
 */
export type MarkOf = (row: BoardRow) => string | null;

const MARK_LENGTH = 3;

export function marksOf(rows: readonly BoardRow[], nameOf: (row: BoardRow) => string): MarkOf {
  const keyOf = (row: BoardRow) => nameOf(row).normalize('NFC').toLocaleLowerCase();
  const players = new Map<string, Set<string>>();
  for (const row of rows)
    players.set(keyOf(row), (players.get(keyOf(row)) ?? new Set()).add(row.userId));
  return (row) => {
    const isAlone = (players.get(keyOf(row))?.size ?? 0) < 2;
    return isAlone ? null : `#${row.userId.slice(-MARK_LENGTH)}`;
  };
}
