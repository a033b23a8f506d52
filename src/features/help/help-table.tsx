import type { ReactNode } from 'react';
import { CASH_HOURS } from '../../rules/prizes.ts';
import styles from './help-table.module.css';

type HelpTableProps = {
  /** The table's name for screen readers, if the text before the table does not say it. */
  label?: string;
  /** The columns' heads. The first column holds the rows' heads. */
  heads: readonly string[];
  rows: readonly { head: string; cells: readonly ReactNode[] }[];
};

export function HelpTable({ label, heads, rows }: HelpTableProps) {
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ head, cells }) => (
          <tr key={head}>
            <th scope="row">{head}</th>
            {cells.map((cell, index) => (
              <td key={heads[index + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Says how long it takes until a prize is paid (game.md#payouts). */
export function CashTime() {
  return (
    <p>
      We check every winner. Cash reaches your bank account {CASH_HOURS.least} to {CASH_HOURS.most}{' '}
      hours after it is approved.
    </p>
  );
}
