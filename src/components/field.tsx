import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from './cx.ts';
import styles from './field.module.css';
import { Icon } from './icon.tsx';

type Props = Omit<ComponentProps<'input'>, 'className' | 'id'> & {
  label: string;
  /** Stands at the end of the label's line. */
  aside?: string | undefined;
  /** Stands below; an error takes its place. */
  hint?: string | undefined;
  error?: string | null | undefined;
  /** A cell before the text. */
  leading?: ReactNode;
  /** A button after the text. */
  trailing?: ReactNode;
};

export function TextField({ label, aside, hint, error, leading, trailing, ...input }: Props) {
  const id = useId();
  const below = error || hint;
  const describedBy = cx(aside && `${id}-aside`, below && `${id}-below`) || undefined;
  return (
    <div>
      <div className={styles.line}>
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        {aside && (
          <span id={`${id}-aside`} className={styles.aside}>
            {aside}
          </span>
        )}
      </div>
      <div className={cx(styles.box, error && styles.bad)}>
        {leading && <span className={styles.leading}>{leading}</span>}
        <input
          {...input}
          id={id}
          className={styles.input}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy}
        />
        {trailing}
      </div>
      {below && (
        <p id={`${id}-below`} className={cx(styles.below, error && styles.error)}>
          {error && <Icon name="warn" size={18} />}
          <span>{below}</span>
        </p>
      )}
    </div>
  );
}
