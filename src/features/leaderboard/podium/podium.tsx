import { Avatar } from '../../../components/avatar.tsx';
import { PodiumBeams } from '../../../components/beams.tsx';
import { Hero } from '../../../components/hero.tsx';
import type { BoardRow } from '../../../contract/boards.ts';
import { formatNumber } from '../../../rules/numbers.ts';
import { CashTag } from '../board/cash-tag.tsx';
import { type MarkOf, nameOnBoard } from '../board/names-on-board.ts';
import { pictureOf } from '../board/picture-of.ts';
import type { PrizeAt } from '../board/prize.ts';
import { RowName } from '../report/row-name.tsx';
import styles from './podium.module.css';

type Props = { rows: BoardRow[]; playerId: string; markOf: MarkOf; prizeAt: PrizeAt };

/** The first three: 2-1-3 to the eye, 1-2-3 to a reader. */
export function Podium({ rows, playerId, markOf, prizeAt }: Props) {
  return (
    <Hero label="Top 3" art={<PodiumBeams />}>
      <ol className={styles.podium}>
        {rows.map((row, index) => {
          const place = index + 1;
          const name = nameOnBoard(row);
          const mark = row.userId === playerId ? 'You' : markOf(row);
          return (
            <li key={row.id} className={styles[`place${place}`]}>
              <span className="vh">{place}. </span>
              <Avatar
                id={row.userId}
                name={name}
                image={pictureOf(row)}
                className={styles.avatar}
              />
              <RowName row={row} name={name} className={styles.name} />
              {mark && <small className={styles.mark}>{mark}</small>}
              <div className={styles.block}>
                <b className={styles.place} aria-hidden="true">
                  {place}
                </b>
                <span className={styles.points}>
                  {formatNumber(row.highScore)} <small>pts</small>
                </span>
                <CashTag prize={prizeAt(place, row.highScore)} onMedal />
              </div>
            </li>
          );
        })}
      </ol>
    </Hero>
  );
}
