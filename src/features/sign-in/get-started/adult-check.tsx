import { useId } from 'react';
import { cx } from '../../../components/cx.ts';
import { Icon } from '../../../components/icon.tsx';
import styles from './adult-check.module.css';

type Props = {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  error?: string | undefined;
};

/** The player confirms their age (game.md#age). */
export function AdultCheck({ label, checked, onChange, error }: Props) {
  const id = useId();
  return (
    <div>
      <label className={styles.line}>
        <input
          type="checkbox"
          name="adult"
          className={styles.input}
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
        />
        <span className={cx(styles.box, error && styles.bad)}>
          <Icon name="check" size={20} />
        </span>
        {label}
      </label>
      {error && (
        <p id={id} role="alert" className={styles.error}>
          <Icon name="warn" size={18} />
          <span>{error}</span>
        </p>
      )}
    </div>
  );
}
