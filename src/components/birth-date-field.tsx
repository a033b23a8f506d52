import { Fragment, type KeyboardEvent, useRef } from 'react';
import { digitsOf, plainDigits } from '../rules/numbers.ts';
import styles from './birth-date-field.module.css';
import { cx } from './button.tsx';
import { FieldGroup } from './field.tsx';

/** A date of birth as it is typed. */
export type BirthDate = { day: string; month: string; year: string };

type Part = keyof BirthDate;

const PARTS = [
  // A first digit above `most` is a complete day or month.
  { part: 'day', label: 'Day', autoComplete: 'bday-day', length: 2, most: 3 },
  { part: 'month', label: 'Month', autoComplete: 'bday-month', length: 2, most: 1 },
  { part: 'year', label: 'Year', autoComplete: 'bday-year', length: 4, most: 9 },
] as const;

type Props = {
  value: BirthDate;
  onChange: (change: Partial<BirthDate>) => void;
  error?: string | undefined;
  isBusy: boolean;
};

/** Gives the date of birth as `2008-11-18`, or `null` while it is not complete. */
export function dobOf({ day, month, year }: BirthDate): string | null {
  if (!day || !month || year.length !== 4) return null;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/**
 * Day, month and year as three number fields in one box. The focus moves on when a part is complete.
 * There is no calendar, in which a player would have to scroll back for twenty years.
 */
export function BirthDateField({ value, onChange, error, isBusy }: Props) {
  const inputs = useRef<Partial<Record<Part, HTMLInputElement | null>>>({});

  function type(index: number, typed: string) {
    const { part, length, most } = PARTS[index] as (typeof PARTS)[number];
    const digits = digitsOf(typed);
    const isMore = plainDigits(typed).length > value[part].length;
    // A slash or point after one digit ends a day or month, as on paper.
    const isEnded =
      /^\d+\D/.test(plainDigits(typed)) || digits.length >= length || Number(digits[0]) > most;
    onChange({ [part]: digits.slice(0, length) });
    const next = PARTS[index + 1];
    if (!next || !isMore || !isEnded) return;
    inputs.current[next.part]?.focus();
    inputs.current[next.part]?.select();
  }

  function goBack(index: number, event: KeyboardEvent<HTMLInputElement>) {
    const before = PARTS[index - 1];
    if (event.key !== 'Backspace' || !before || event.currentTarget.value !== '') return;
    event.preventDefault();
    inputs.current[before.part]?.focus();
  }

  return (
    <FieldGroup label="Date of birth" aside="day / month / year" error={error}>
      {PARTS.map(({ part, label, autoComplete }, index) => (
        <Fragment key={part}>
          {index > 0 && (
            <span className={styles.slash} aria-hidden="true">
              /
            </span>
          )}
          <input
            ref={(input) => {
              inputs.current[part] = input;
            }}
            className={cx(styles.part, part === 'year' && styles.year)}
            aria-label={label}
            aria-invalid={error ? true : undefined}
            name={part}
            autoComplete={autoComplete}
            inputMode="numeric"
            readOnly={isBusy}
            value={value[part]}
            onChange={(event) => type(index, event.target.value)}
            onKeyDown={(event) => goBack(index, event)}
          />
        </Fragment>
      ))}
    </FieldGroup>
  );
}
