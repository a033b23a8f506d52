import { cx } from '../../../components/cx.ts';
import { Icon } from '../../../components/icon.tsx';
import type { PassbookRow } from '../../../contract/payments.ts';
import { clockText } from '../../../lib/time.ts';
import { formatNumber } from '../../../rules/numbers.ts';
import { Heading } from '../heading.tsx';
import styles from './day-rows.module.css';
import type { Day } from './days.ts';
import { rowWords, signedCoins, spokenRow } from './row-words.ts';

const ICONS = { in: 'plus', out: 'minus', back: 'refresh' } as const;

type Categories = Readonly<Record<string, string>>;

/** The movements of a day. */
export function DayRows({ day, categories }: { day: Day; categories: Categories }) {
  return (
    <section aria-label={day.name}>
      <Heading aside={day.aside}>{day.name}</Heading>
      <ul className={styles.rows}>
        {day.rows.map((row) => (
          <Row key={row.id} row={row} categories={categories} />
        ))}
      </ul>
    </section>
  );
}

function Row({ row, categories }: { row: PassbookRow; categories: Categories }) {
  const { direction, title, detail } = rowWords(row, categories);
  const time = clockText(Date.parse(row.at));
  return (
    <li>
      <span className="vh">{spokenRow(title, row, time)}</span>
      <div className={cx(styles.row, styles[direction])} aria-hidden="true">
        <span className={styles.sign}>
          <Icon name={ICONS[direction]} size={16} />
        </span>
        <span>
          <b className={styles.title}>{title}</b>
          <span className={styles.small}>{detail ? `${detail}, ${time}` : time}</span>
        </span>
        <span className={styles.end}>
          <b className={styles.amount}>{signedCoins(row.coins)}</b>
          <span className={styles.small}>{formatNumber(row.balance)} left</span>
        </span>
      </div>
    </li>
  );
}
