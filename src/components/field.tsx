import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from './cx.ts';
import styles from './field.module.css';
import { Icon } from './icon.tsx';

type Around = {
  label: string;
  /** Stands at the end of the label's line. */
  aside?: string | undefined;
  /** Stands below; an error takes its place. */
  hint?: string | undefined;
  error?: string | null | undefined;
};

type Props = Around &
  Omit<ComponentProps<'input'>, 'className' | 'id'> & {
    leading?: ReactNode;
    trailing?: ReactNode;
  };

export function TextField({ label, aside, hint, error, leading, trailing, ...input }: Props) {
  return (
    <Frame label={label} aside={aside} hint={hint} error={error}>
      {(wiring) => (
        <>
          {leading && <span className={styles.leading}>{leading}</span>}
          <input {...input} {...wiring} className={styles.input} />
          {trailing}
        </>
      )}
    </Frame>
  );
}

type AreaProps = Around & Omit<ComponentProps<'textarea'>, 'className' | 'id'>;

export function TextArea({ label, aside, hint, error, rows = 5, ...area }: AreaProps) {
  return (
    <Frame label={label} aside={aside} hint={hint} error={error}>
      {(wiring) => <textarea {...area} {...wiring} rows={rows} className={styles.area} />}
    </Frame>
  );
}

type SelectProps = Around & Omit<ComponentProps<'select'>, 'className' | 'id'>;

/** The phone's own list to choose from. */
export function SelectField({ label, aside, hint, error, children, ...select }: SelectProps) {
  return (
    <Frame label={label} aside={aside} hint={hint} error={error}>
      {(wiring) => (
        <>
          <select {...select} {...wiring} className={styles.select}>
            {children}
          </select>
          <Icon name="chev-down" className={styles.open} />
        </>
      )}
    </Frame>
  );
}

/** Inputs that are one answer, side by side in one box; the box names them together. */
export function FieldGroup({ children, ...around }: Around & { children: ReactNode }) {
  return (
    <Frame {...around} isGroup>
      {() => children}
    </Frame>
  );
}

type FrameProps = Around & {
  isGroup?: boolean;
  children: (wiring: {
    id: string;
    'aria-invalid': true | undefined;
    'aria-describedby': string | undefined;
  }) => ReactNode;
};

function Frame({ label, aside, hint, error, isGroup, children }: FrameProps) {
  const id = useId();
  const below = error || hint;
  const describedBy = cx(aside && `${id}-aside`, below && `${id}-below`) || undefined;
  return (
    <div
      {...(isGroup && {
        role: 'group',
        'aria-labelledby': `${id}-label`,
        'aria-describedby': describedBy,
      })}
    >
      <div className={styles.line}>
        {isGroup ? (
          <span id={`${id}-label`} className={styles.label}>
            {label}
          </span>
        ) : (
          <label htmlFor={id} className={styles.label}>
            {label}
          </label>
        )}
        {aside && (
          <span id={`${id}-aside`} className={styles.aside}>
            {aside}
          </span>
        )}
      </div>
      <div className={cx(styles.box, error && styles.bad)}>
        {children({
          id,
          'aria-invalid': error ? true : undefined,
          'aria-describedby': describedBy,
        })}
      </div>
      {below && (
        // An error's line is a new one: readers do not say an alert that was a hint before.
        <p
          key={error ? 'error' : 'hint'}
          id={`${id}-below`}
          className={cx(styles.below, error && styles.error)}
          role={error ? 'alert' : undefined}
        >
          {error && <Icon name="warn" size={18} />}
          <span>{below}</span>
        </p>
      )}
    </div>
  );
}
