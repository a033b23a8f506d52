/** The longest username and nickname, in characters (game.md#usernames). */
export const USERNAME_MAX = 10;

/** The least age for paid contests and payouts, in years (game.md#age). */
export const ADULT_AGE_YEARS = 18;

/** The number of digits in the code that proves a phone number. */
export const CODE_DIGITS = 6;

/** The number of digits in a bank account's number (profile.md#bank-account). */
export const ACCOUNT_DIGITS = 10;

/**
 * Matches accents without a letter, or three accents in a row. A letter has at most two accents, as
 * in Vietnamese or Yoruba.
 */
const STACKED = /(^|\s)\p{M}|\p{M}{3}/u;
/**
 * The characters that select text style or emoji style. No other invisible character may be in a
 * name.
 */
const LOOKS = /[\ufe0e\ufe0f]/g;
const UNFIT = /[\p{C}<>&"]|[\p{Default_Ignorable_Code_Point}\u2800]/u;
/**
 * Matches several emoji that are drawn as one, with a joiner between them, or a flag that is
 * spelled in tag letters.
 */
const JOINED = /\p{Extended_Pictographic}[\u{1f3fb}-\u{1f3ff}]?(?:\u200d|[\u{e0020}-\u{e007f}])/u;

/**
 * Why a name that has an emoji joined from several is refused; `null` if it has no such emoji
 * (game.md#usernames).
 */
export function joinedEmojiFault(typed: string): string | null {
  if (!JOINED.test(typed.replace(LOOKS, ''))) return null;
  return 'This emoji is several in one. Choose one that stands alone, such as ⚽';
}

/** The segmenter is stored, because making a segmenter takes many times as long as using it. */
let segmenter: Intl.Segmenter | undefined;

function signsOf(text: string): string[] {
  segmenter ??= new Intl.Segmenter('en');
  return [...segmenter.segment(text)].map(({ segment }) => segment);
}

const plain = (text: string): string => text.normalize('NFC').replace(LOOKS, '');

/** How many letters a visible character of `plain` text counts as. */
const lettersOf = (sign: string): number => Math.ceil([...sign].length / 3);

/**
 * How many characters a person sees in a name. A letter and its accents are one character. A
 * visible character counts once for each three code points, rounded up, so that no long sequence
 * passes as one character (game.md#usernames).
 */
export function countLetters(typed: string): number {
  return signsOf(plain(typed)).reduce((sum, sign) => sum + lettersOf(sign), 0);
}

/** The beginning of a name, at most `max` visible characters (game.md#usernames). */
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
 * A username or nickname as it is stored. Accents are composed (NFC), outer spaces are removed, and
 * inner spaces are single. `null` if the name is empty, has more than 10 visible characters, stacks
 * accents, or has characters that are invisible or garble a board (game.md#usernames).
 */
export function readUsername(typed: string): string | null {
  const name = plain(typed).trim().replace(/\s+/g, ' ');
  const length = countLetters(name);
  if (length < 1 || length > USERNAME_MAX || UNFIT.test(name)) return null;
  if (STACKED.test(name.normalize('NFD'))) return null;
  if (!/[\p{L}\p{N}\p{S}\p{P}]/u.test(name)) return null;
  return name;
}

/**
 * Whether a text is an email address, with a name, an at-sign, a dotted domain and no space
 * (sign-in.md#get-started).
 */
export function isEmail(typed: string): boolean {
  return (
    typed.length <= 254 &&
    !/[\p{C}<>]/u.test(typed.trim()) &&
    /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(typed.trim())
  );
}

export const EMAIL_FAULT = 'Enter an email like ada@example.com';

/**
 * The email domain of accounts that were made without asking for an email. No mail reaches it (RFC
 * 2606).
 */
const STAND_IN_DOMAIN = 'phone.invalid';

/**
 * The email of a player who came by a link and was not asked for an email
 * (sign-in.md#stand-in-email).
 */
export function standInEmail(phone: string): string {
  return `${phone}@${STAND_IN_DOMAIN}`;
}

/**
 * Whether an email is only a stand-in, because the player has not given an email yet
 * (sign-in.md#stand-in-email).
 */
export function isStandInEmail(email: string): boolean {
  return email.endsWith(`@${STAND_IN_DOMAIN}`);
}
