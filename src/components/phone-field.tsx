import type { ComponentProps } from 'react';
import { plainDigits } from '../rules/numbers.ts';
import styles from './drawings.module.css';
import { TextField } from './field.tsx';

const MAX_DIGITS = 11;

type Props = Omit<
  ComponentProps<typeof TextField>,
  'label' | 'value' | 'onChange' | 'leading' | 'type'
> & {
  label?: string;
  value: string;
  onChange: (value: string) => void;
};

/** A Nigerian number behind its +234: digits and spaces only. */
export function PhoneField({ label = 'Phone number', value, onChange, ...rest }: Props) {
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
    <svg viewBox="0 0 24 16" width="24" height="16" className={styles.flag} aria-hidden="true">
      <path fill="#fff" d="M0 0h24v16H0z" />
      <path fill="#008751" d="M0 0h8v16H0zM16 0h8v16h-8z" />
    </svg>
  );
}

/** What stays of typed or pasted text: a pasted +234 goes, since the cell before says it already. */
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
