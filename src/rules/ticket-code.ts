import { plainDigits } from './numbers.ts';

/**
 * The characters of a code. Those that are easily confused in print or by ear are missing: 0 and O,
 * and 1, I and L.
 */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

const LENGTH = 8;

/** The number of codes: enough for the tickets of a million players over centuries. */
export const TICKET_CODE_COUNT = LETTERS.length ** LENGTH;

/**
 * The check digits make the whole code, read as a number, 1 more than a multiple of this, as in an
 * IBAN.
 */
const CHECK_MODULUS = 97;

/**
 * The code of the ticket with this number, such as `FOM-7KQ2-9PWD-85`. The number is whole, at
 * least 0 and below `TICKET_CODE_COUNT`. The check digits detect one wrong letter, or two letters
 * that changed places (game.md#ticket-codes).
 */
export function ticketCode(number: number): string {
  let letters = '';
  for (let rest = number; letters.length < LENGTH; rest = Math.floor(rest / LETTERS.length)) {
    letters = (LETTERS[rest % LETTERS.length] ?? '') + letters;
  }
  const check = CHECK_MODULUS + 1 - ((number * 100) % CHECK_MODULUS);
  return `FOM-${letters.slice(0, 4)}-${letters.slice(4)}-${String(check).padStart(2, '0')}`;
}

/**
 * The standard form of a typed code, which may have small letters or no hyphens. `null` if a
 * character or the check digits show that the text is no code (game.md#ticket-codes).
 */
export function readTicketCode(typed: string): string | null {
  const plain = plainDigits(typed).toUpperCase().replaceAll(/[\s-]/g, '');
  const [, letters = '', check = ''] = /^FOM([2-9A-HJKMNP-Z]{8})(\d\d)$/.exec(plain) ?? [];
  if (letters === '') return null;
  const number = [...letters].reduce(
    (sum, letter) => sum * LETTERS.length + LETTERS.indexOf(letter),
    0,
  );
  const code = ticketCode(number);
  return code.endsWith(check) ? code : null;
}
