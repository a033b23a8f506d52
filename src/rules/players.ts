/** The longest username and nickname, in characters (game.md#usernames). */
export const USERNAME_MAX = 10;

/** The least age for paid contests and payouts, in years (game.md#age). */
export const ADULT_AGE_YEARS = 18;

/** The digits of the code that proves a phone number. */
export const CODE_DIGITS = 6;

/** Digits of a bank account's number (profile.md#bank-account). */
export const ACCOUNT_DIGITS = 10;

/** A letter has at most two accents, as in Vietnamese or Yoruba. */
const STACKED = /(^|\s)\p{M}|\p{M}{3}/u;
/** The selectors between text and emoji style; no other invisible character may be in a name. */
const LOOKS = /[\ufe0e\ufe0f]/g;
const UNFIT = /[\p{C}<>&"]|[\p{Default_Ignorable_Code_Point}\u2800]/u;
/** Emoji drawn as one: by a joiner between them, or a flag by its letters. */
const JOINED = /\p{Extended_Pictographic}[\u{1f3fb}-\u{1f3ff}]?(?:\u200d|[\u{e0020}-\u{e007f}])/u;

/**
 * Why a name with an emoji joined from several is refused; `null` where there is none
 * (game.md#usernames).
 */
export function joinedEmojiFault(typed: string): string | null {
  if (!JOINED.test(typed.replace(LOOKS, ''))) return null;
  return 'This emoji is several in one. Choose one that stands alone, such as ⚽';
}

/** Making one takes many times as long as using it. */
let segmenter: Intl.Segmenter | undefined;

function signsOf(text: string): string[] {
  segmenter ??= new Intl.Segmenter('en');
  return [...segmenter.segment(text)].map(({ segment }) => segment);
}

const plain = (text: string): string => text.normalize('NFC').replace(LOOKS, '');

/** The number of letters that a sign of `plain` text counts as. */
const lettersOf = (sign: string): number => Math.ceil([...sign].length / 3);

/**
 * How many characters a person sees in a name, an accent with its letter. A sign of more than three
 * code points counts once more for each three, so that no run of signs passes as one
 * (game.md#usernames).
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
 * A username or nickname as it is stored: accents composed (NFC), outer spaces gone, inner ones
 * single. `null` if it is empty, has more than 10 visible characters, stacks accents, or holds
 * characters that are invisible or garble a board (game.md#usernames).
 */
export function readUsername(typed: string): string | null {
  const name = plain(typed).trim().replace(/\s+/g, ' ');
  const length = countLetters(name);
  if (length < 1 || length > USERNAME_MAX || UNFIT.test(name)) return null;
  if (STACKED.test(name.normalize('NFD'))) return null;
  if (!/[\p{L}\p{N}\p{S}\p{P}]/u.test(name)) return null;
  return name;
}

/** Whether it has a name, an at-sign, a dotted domain and no space (sign-in.md#get-started). */
export function isEmail(typed: string): boolean {
  return (
    typed.length <= 254 &&
    !/[\p{C}<>]/u.test(typed.trim()) &&
    /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(typed.trim())
  );
}

export const EMAIL_FAULT = 'Enter an email like ada@example.com';

/** The domain of accounts made without asking for an email: no mail goes there (RFC 2606). */
const STAND_IN_DOMAIN = 'phone.invalid';

/** The email of a player who came by a link and was not asked for one (sign-in.md#stand-in-email). */
export function standInEmail(phone: string): string {
  return `${phone}@${STAND_IN_DOMAIN}`;
}

/** Whether an email is only a stand-in for one not given yet (sign-in.md#stand-in-email). */
export function isStandInEmail(email: string): boolean {
  return email.endsWith(`@${STAND_IN_DOMAIN}`);
}
