import type { ReactNode } from 'react';
import { Avatar } from '../../../components/avatar.tsx';
import { cx } from '../../../components/cx.ts';
import type { BoardRow } from '../../../contract/boards.ts';
import { formatNumber } from '../../../rules/numbers.ts';
import { useBrand } from '../../../session/use-brand.ts';
import { RowName } from '../report/row-name.tsx';
import styles from './board-rows.module.css';
import { type MarkOf, nameOnBoard } from './names-on-board.ts';
import { pictureOf } from './picture-of.ts';
import rowStyles from './row.module.css';

type RowsProps = {
  rows: BoardRow[];
  /** The place of the first of them. */
  firstPlace: number;
  nameOf?: (row: BoardRow) => string;
  markOf: MarkOf;
  children: (row: BoardRow, place: number) => ReactNode;
};

type Props = RowsProps & {
  playerId: string;
  /** Stands in its place among them, and nowhere else; `null` where they have none. */
  ownRow: ReactNode;
};

/** Rows, the own one among them in its place. */
export function BoardRows({ playerId, ownRow, ...others }: Props) {
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

/** A card of rows over the brand's watermark (flows.md#networks-and-brands). */
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
            <li key={row.id} className={rowStyles.row}>
              <span className={rowStyles.place}>{formatNumber(place)}</span>
              <Avatar id={row.userId} name={name} image={pictureOf(row)} size="sm" />
              <RowName
                row={row}
                name={name}
                className={cx(rowStyles.who, styles.name, 'one-line')}
              />
              {mark && <small className={rowStyles.mark}>{mark}</small>}
              <span className={rowStyles.end}>{children(row, place)}</span>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
