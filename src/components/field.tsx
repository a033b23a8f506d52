import { type ComponentProps, type ReactNode, useId } from 'react';
import { plainDigits } from '../rules/numbers.ts';
import { cx } from './button.tsx';
import drawingsStyles from './drawings.module.css';
import styles from './field.module.css';
import { Icon } from './icon.tsx';

type Around = {
  label: string;
  /** It is at the end of the label's line. */
  aside?: string | undefined;
  /** It is below the field; an error takes its place. */
  hint?: string | undefined;
  error?: string | null | undefined;
};

type FieldProps = Around &
  Omit<ComponentProps<'input'>, 'className' | 'id'> & {
    leading?: ReactNode;
    trailing?: ReactNode;
  };

export function TextField({ label, aside, hint, error, leading, trailing, ...input }: FieldProps) {
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

type EmailFieldProps = Omit<ComponentProps<typeof TextField>, 'label' | 'onChange' | 'type'> & {
  onChange: (email: string) => void;
};

/** An email address: the phone's own keyboard for it, and nothing that it would correct. */
export function EmailField({ onChange, ...rest }: EmailFieldProps) {
  return (
    <TextField
      name="email"
      autoComplete="email"
      enterKeyHint="next"
      {...rest}
      label="Email"
      type="email"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

const MAX_DIGITS = 11;

type PhoneFieldProps = Omit<
  ComponentProps<typeof TextField>,
  'label' | 'value' | 'onChange' | 'leading' | 'type'
> & {
  label?: string;
  value: string;
  onChange: (value: string) => void;
};

/** A Nigerian number behind its +234: digits and spaces only. */
export function PhoneField({ label = 'Phone number', value, onChange, ...rest }: PhoneFieldProps) {
  return (
    <TextField
      name="phone"
      autoComplete="tel"
      placeholder="803 000 0000"
      {...rest}
      label={label}
      type="tel"
      inputMode="numeric"
      leading={
        <>
          <NigeriaFlag />
          +234
        </>
      }
      value={value}
      onChange={(event) => onChange(cleanPhone(event.target.value))}
    />
  );
}

function NigeriaFlag() {
  return (
    <svg
      viewBox="0 0 24 16"
      width="24"
      height="16"
      className={drawingsStyles.flag}
      aria-hidden="true"
    >
      <path fill="#fff" d="M0 0h24v16H0z" />
      <path fill="#008751" d="M0 0h8v16H0zM16 0h8v16h-8z" />
    </svg>
  );
}

/** Cleans typed or pasted text: a pasted +234 goes, since the cell before says it already. */
export function cleanPhone(typed: string): string {
  const kept = plainDigits(typed)
    .replace(/[^\d ]/g, '')
    .trimStart();
  const country = /^(00 ?)?234 ?/.exec(kept)?.[0] ?? '';
  const national = countDigits(kept) > MAX_DIGITS ? kept.slice(country.length) : kept;
  let digits = 0;
  let end = 0;
  while (end < national.length && (national[end] === ' ' || ++digits <= MAX_DIGITS)) end++;
  return national.slice(0, end);
}

function countDigits(text: string): number {
  return text.replaceAll(' ', '').length;
}
