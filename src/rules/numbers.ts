/**
 * Formats a number for display, with commas between thousands and rounded to `decimals` places
 * (errors.md#number-display). A value that is no number gives `fallback`.
 */
export function formatNumber(value: unknown, decimals = 0, fallback = '0.00'): string {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) return fallback;
  const rounded = number.toFixed(decimals);
  const [whole = '0', fraction] = rounded.replace(/^-0(\.0*)?$/, '0$1').split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/**
 * A text with the decimal digits of any script (`٠٨٠٣`, `०८०३`) replaced by 0 to 9
 * (sign-in.md#typed-numbers).
 */
export function plainDigits(typed: string): string {
  return typed.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    // The ten digits of each script are consecutive code points, beginning with its zero.
    let before = 0;
    while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before++;
    return String(before % 10);
  });
}

/**
 * The digits of the typed text without its other characters. Digits of any script become 0 to 9
 * (sign-in.md#typed-numbers).
 */
export function digitsOf(typed: string): string {
  return plainDigits(typed).replace(/\D/g, '');
}

/** A rank as people say it: `1st`, `12th`, `23rd`. `place` is a whole number from 1. */
export function ordinal(place: number): string {
  const isTeen = place % 100 > 10 && place % 100 < 14;
  return `${formatNumber(place)}${(!isTeen && ['th', 'st', 'nd', 'rd'][place % 10]) || 'th'}`;
}
