import { useContext } from 'react';
import { cx } from '../../../components/cx.ts';
import { env } from '../../../config/env.ts';
import { type BoardRow, DELETED_NAME } from '../../../contract/boards.ts';
import { useSignedInPlayer } from '../../../session/use-player.ts';
import { OpenReport } from './report-host.tsx';
import styles from './row-name.module.css';

type Props = { row: BoardRow; name: string; className: string | undefined };

/** The name of a row: of another player all of the row opens what can be reported of them. */
export function RowName({ row, name, className }: Props) {
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

/** Whether a row has a name or picture of the player's own. */
function showsSomething({ fmuser: { name, image } }: BoardRow): boolean {
  return name?.trim() !== DELETED_NAME && Boolean(name?.trim() || image);
}
