import { fold } from '../text/fold.ts';
import { identity } from '../text/identity.ts';

/** The longest option that fits its button on a small screen. */
export const OPTION_MAX_CHARS = 32;

/**
 * Tests whether the question contains an option. Only whole numbers count, so "20" is not in
 * "2003-04".
 */
export function givenAwayBy(question: string): (option: string) => boolean {
  const folded = fold(question);
  return (option) => {
    const words = fold(option);
    return /[a-z]/.test(words) ? folded.includes(words) : ` ${folded} `.includes(` ${words} `);
  };
}

/** Words that many names share and that therefore identify no name. */
const COMMON_WORDS = new Set([
  ...[
    'africa',
    'united',
    'manchester',
    'milan',
    'madrid',
    'saint',
    'national',
    'stadium',
    'ground',
  ],
]);
const LONG_WORD = /[a-z]{5,}/;

type Asked = { question: string; options: readonly string[]; answer: string };

/** True if a long word of the answer is in the question and in no other option. */
export function revealsAnswer({ question, options, answer }: Asked): boolean {
  const asked = wordsOf(question);
  const others = new Set(
    options.filter((one) => one !== answer).flatMap((one) => [...wordsOf(one)]),
  );
  return [...wordsOf(answer)].some(
    (word) =>
      LONG_WORD.test(word) && asked.has(word) && !others.has(word) && !COMMON_WORDS.has(word),
  );
}

const wordsOf = (text: string): Set<string> => new Set(fold(text).split(' '));

/** True for an option that is not blank and is short enough to fit its button. */
export function optionFits(option: string): boolean {
  return fold(option) !== '' && option.length <= OPTION_MAX_CHARS;
}

/** The meaning of an option, which is the same for all spellings: "1,000" is 1000, "&" is "and". */
export function meaning(option: string): string {
  if (/^\d[\d.,]*$/.test(option)) return String(Number(option.replaceAll(',', '')));
  return identity(option.replaceAll('&', ' and '));
}

/** True when no option means the same as any of `others`. */
export function noneOf(options: readonly string[], others: readonly string[]): boolean {
  const right = new Set(others.map(meaning));
  return !options.some((option) => right.has(meaning(option)));
}

const MONTH = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*';
const SPREADSHEET_DATES = [
  new RegExp(`^\\d{1,2}[-/. ]${MONTH}$`, 'i'),
  new RegExp(`^${MONTH}[-/. ]\\d{2,4}$`, 'i'),
  /^\d{1,2}[/.]\d{1,2}[/.]\d{2,4}$/,
];

/** True for the date that a spreadsheet makes of a score: "2-1" becomes "2-Jan". */
export const isSpreadsheetDate = (option: string): boolean =>
  SPREADSHEET_DATES.some((date) => date.test(option));

const KINDS = [/^\d{4}-(\d{2}|2000)$/, /^\d+-\d+$/, /^\d[\d.,]*$/, /^\d+(st|nd|rd|th)$/];

/** The kind of an option as a number: a season, a score, a number, a place, or words (-1). */
export function kindOf(option: string): number {
  return KINDS.findIndex((kind) => kind.test(option));
}
