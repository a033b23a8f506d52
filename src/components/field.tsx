import { type ComponentProps, type ReactNode, useId } from 'react';
import { plainDigits } from '../rules/numbers.ts';
import { cx } from './button.tsx';
import drawingsStyles from './drawings.module.css';
import styles from './field.module.css';
import { Icon } from './icon.tsx';

type Around = {
  label: string;
  /** Words at the end of the label's line. */
  aside?: string | undefined;
  /** Words below the field. An error is shown in their place. */
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

/** A choice from the phone's own list. */
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

/** Several inputs in one box that are one answer together. The box has the name for all of them. */
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
        // An error gets an element of its own. In the element of the hint, screen readers would not
        // read it as an alert.
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

/** A field for an email address, with the phone's keyboard for it and without autocorrection. */
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

/** A field for a Nigerian number after its +234. It takes only digits and spaces. */
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

/**
 * Cleans a typed or pasted number. A pasted +234 is removed, because it is shown in front of the field.
 */
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
