import type { ReactNode } from 'react';
import { CASH_HOURS } from '../../rules/prizes.ts';
import styles from './help-table.module.css';

type HelpTableProps = {
  /** Names the table for screen readers where the text before it does not. */
  label?: string;
  /** The heads of its columns; the first column holds the heads of its rows. */
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

/** How long a prize is on its way (game.md#payouts). */
export function CashTime() {
  return (
    <p>
      We check every winner. Cash reaches your bank account {CASH_HOURS.least} to {CASH_HOURS.most}{' '}
      hours after it is approved.
    </p>
  );
}
