import type { ReactNode } from 'react';
import { Avatar } from '../../../components/avatar.tsx';
import { cx } from '../../../components/cx.ts';
import type { BoardRow } from '../../../contract/boards.ts';
import { useBrand } from '../../../session/use-brand.ts';
import { RowName } from '../report/row-name.tsx';
import styles from './board-rows.module.css';
import { playerName } from './player-name.ts';
import rowStyles from './row.module.css';

type Props = {
  rows: BoardRow[];
  /** The place of the first of them. */
  firstPlace: number;
  playerId: string;
  nameOf?: (row: BoardRow) => string;
  children: (row: BoardRow, place: number) => ReactNode;
};

/** Rows over the brand's watermark (flows.md#networks-and-brands). */
export function BoardRows({ rows, firstPlace, playerId, nameOf = playerName, children }: Props) {
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
          return (
            <li key={row.id} className={cx(rowStyles.row, row.userId === playerId && styles.own)}>
              <span className={rowStyles.place}>{place}</span>
              <Avatar id={row.userId} name={name} image={row.fmuser.image} size="sm" />
              <RowName
                row={row}
                name={name}
                className={cx(rowStyles.who, styles.name, 'one-line')}
              />
              {row.userId === playerId && <span className="vh">(you)</span>}
              <span className={rowStyles.end}>{children(row, place)}</span>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
