/** The longest username and nickname, in characters (game.md#usernames). */
export const USERNAME_MAX = 10;

/** The least age for paid contests and payouts, in years (game.md#age). */
export const ADULT_AGE_YEARS = 18;

/** Digits of the code that shows whose number it is. */
export const CODE_DIGITS = 6;

/** Digits of a bank account's number (profile.md#bank-account). */
export const ACCOUNT_DIGITS = 10;

/** Accents of a letter, as Vietnamese or Yoruba have them, are two at most. */
const STACKED = /(^|\s)\p{M}|\p{M}{3}/u;
/** The choice between a sign's two looks, which emoji have; nothing else that shows nothing may be in a name. */
const LOOKS = /[\ufe0e\ufe0f]/g;
const UNFIT = /[\p{C}<>&"]|[\p{Default_Ignorable_Code_Point}\u2800]/u;
/** Pictures that are drawn as one: with a joiner between them, or a flag by its letters. */
const JOINED = /\p{Extended_Pictographic}[\u{1f3fb}-\u{1f3ff}]?(?:\u200d|[\u{e0020}-\u{e007f}])/u;

/** Says that a name holds an emoji that is joined of several; `null` where none is (game.md#usernames). */
export function joinedEmojiFault(typed: string): string | null {
  if (!JOINED.test(typed.replace(LOOKS, ''))) return null;
  return 'This emoji is several in one. Choose one that stands alone, such as ⚽';
}

/** To make one takes many times as long as to use it. */
let segmenter: Intl.Segmenter | undefined;

function signsOf(text: string): string[] {
  segmenter ??= new Intl.Segmenter('en');
  return [...segmenter.segment(text)].map(({ segment }) => segment);
}

const plain = (text: string): string => text.normalize('NFC').replace(LOOKS, '');

/** For how many a sign counts, as `plain` gives it. */
const lettersOf = (sign: string): number => Math.ceil([...sign].length / 3);

/**
 * How many characters a person counts in a name, an accent with its letter. What takes more than three
 * code points counts once more for each three: no run of signs passes as one (game.md#usernames).
 */
export function countLetters(typed: string): number {
  return signsOf(plain(typed)).reduce((sum, sign) => sum + lettersOf(sign), 0);
}

/** The beginning of a name, `max` characters at most as a person counts them (game.md#usernames). */
export function cutName(typed: string, max = USERNAME_MAX): string {
  let cut = '';
  let count = 0;
  for (const sign of signsOf(typed)) {
    count += lettersOf(plain(sign));
    if (count > max) break;
    cut += sign;
  }
  return cut;
}

/**
 * A username or nickname as it is kept: accents composed (NFC), outer spaces gone, inner ones single.
 * `null` if it is empty, over 10 characters as a person counts, has marks piled up, or holds what cannot
 * be seen or would garble a board (game.md#usernames).
 */
export function readUsername(typed: string): string | null {
  const name = plain(typed).trim().replace(/\s+/g, ' ');
  const length = countLetters(name);
  if (length < 1 || length > USERNAME_MAX || UNFIT.test(name)) return null;
  if (STACKED.test(name.normalize('NFD'))) return null;
  if (!/[\p{L}\p{N}\p{S}\p{P}]/u.test(name)) return null;
  return name;
}

/** Whether it has something, an at-sign, a dotted domain and no space (sign-in.md#get-started). */
export function isEmail(typed: string): boolean {
  return (
    typed.length <= 254 &&
    !/[\p{C}<>]/u.test(typed.trim()) &&
    /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(typed.trim())
  );
}

export const EMAIL_FAULT = 'Enter an email like ada@example.com';

/** Behind the at-sign of an account that was made without asking: no mail goes there (RFC 2606). */
const STAND_IN_DOMAIN = 'phone.invalid';

/** The email of a player who came by a link and was not asked for one (sign-in.md#stand-in-email). */
export function standInEmail(phone: string): string {
  return `${phone}@${STAND_IN_DOMAIN}`;
}

/** Whether an email only stands in for one that is not given yet (sign-in.md#stand-in-email). */
export function isStandInEmail(email: string): boolean {
  return email.endsWith(`@${STAND_IN_DOMAIN}`);
}
