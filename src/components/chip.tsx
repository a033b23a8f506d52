import type { ReactNode } from 'react';
import { cx } from './button.tsx';
import styles from './chip.module.css';
import { Icon, type IconName } from './icon.tsx';
import { Coin } from './marks.tsx';

type ChipProps = {
  /** The chip's full words and its action for screen readers: `This week. Change to last week`. */
  label?: string;
  onClick?: (() => void) | undefined;
  icon?: IconName;
  /** Shows a small arrow, because the chip opens a choice. */
  opens?: boolean;
  tone?: 'plain' | 'gold';
  children: ReactNode;
};

/** A pill on a night ground. With `onClick` it is a button with a full-size tap target. */
export function Chip({ label, onClick, icon, opens, tone = 'plain', children }: ChipProps) {
  return (
    <Hit label={label} onClick={onClick}>
      <span className={cx(styles.chip, styles[tone])}>
        {icon && <Icon name={icon} size={18} />}
        {children}
        {opens && <Icon name="chev-down" size={12} />}
      </span>
    </Hit>
  );
}

type CoinChipProps = {
  /** The number, formatted for a reader. */
  amount: string;
  label: string;
  onClick?: (() => void) | undefined;
  /** Shows an orange plus, because the player can get more. Not used inside a game. */
  plus?: boolean;
};

export function CoinChip({ amount, label, onClick, plus = false }: CoinChipProps) {
  return (
    <Hit label={label} onClick={onClick}>
      <span className={cx(styles.chip, styles.coins, !plus && styles.bare)}>
        <Coin />
        {amount}
        {plus && (
          <span className={styles.plus}>
            <Icon name="plus" size={14} />
          </span>
        )}
      </span>
    </Hit>
  );
}

type HitProps = {
  label?: string | undefined;
  onClick?: (() => void) | undefined;
  children: ReactNode;
};

function Hit({ label, onClick, children }: HitProps) {
  if (onClick) {
    return (
      <button type="button" className={styles.hit} aria-label={label} onClick={onClick}>
        {children}
      </button>
    );
  }
  if (!label) return <span className={styles.hit}>{children}</span>;
  return (
    <span className={styles.hit}>
      <span className="vh">{label}</span>
      <span aria-hidden="true">{children}</span>
    </span>
  );
}

type TagProps = {
  icon?: IconName;
  tone?: 'plain' | 'ok' | 'bad' | 'warn' | 'info' | 'gold';
  children: ReactNode;
};

export function Tag({ icon, tone = 'plain', children }: TagProps) {
  return (
    <span className={cx(styles.tag, styles[`tag-${tone}`])}>
      {icon && <Icon name={icon} size={16} />}
      {children}
    </span>
  );
}
