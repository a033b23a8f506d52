import { PICTURE_MAX_BYTES } from '../../src/contract/picture.ts';
import type { CategoryId, Question } from '../question.ts';
import { isPlain } from '../text/plain.ts';
import { wrongNames } from './names.ts';
import {
  givenAwayBy,
  isSpreadsheetDate,
  kindOf,
  meaning,
  noneOf,
  OPTION_MAX_CHARS,
  optionFits,
  revealsAnswer,
} from './options.ts';
import { namesIn, pictureFits } from './pictures.ts';

const QUESTION_MAX_CHARS = 110;
const FACT_MAX_CHARS = 200;
const ID_MAX_CHARS = 64;
const SOURCE_MAX_CHARS = 200;

/** True for a question short enough to be read in the time given. */
export function questionFits(question: string): boolean {
  return question.length <= QUESTION_MAX_CHARS;
}

/** A rule for a single question: its message, and whether it holds. */
type Rule = readonly [says: string, holds: (question: Question) => boolean];

const RULES: readonly Rule[] = [
  ['id has more than [a-z0-9-]', ({ id }) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(id)],
  [`id is longer than ${ID_MAX_CHARS} characters`, ({ id }) => id.length <= ID_MAX_CHARS],
  [
    `question is empty or longer than ${QUESTION_MAX_CHARS} characters`,
    ({ question }) => question.trim() !== '' && questionFits(question),
  ],
  [
    `fact is empty or longer than ${FACT_MAX_CHARS} characters`,
    ({ fact }) => fact.trim() !== '' && fact.length <= FACT_MAX_CHARS,
  ],
  ['it does not say where its fact stands', ({ from }) => from.trim() !== ''],
  [
    'a text has needless spaces, curly signs, markup, or letters that the game does not show',
    ({ question, options, fact, from, picture }) =>
      [question, ...options, fact, from, ...namesIn(picture)].every(isPlain),
  ],
  ['the question does not end in a question mark', ({ question }) => /\?["']?$/.test(question)],
  [
    `its source, template or subject is longer than ${SOURCE_MAX_CHARS} characters`,
    ({ from, template, subject = '' }) =>
      [from, template, subject].every(({ length }) => length <= SOURCE_MAX_CHARS),
  ],
  ['its review date is no day', ({ reviewBy }) => reviewBy === undefined || isDay(reviewBy)],
  ['there are not four options', ({ options }) => options.length === 4],
  [
    `an option is empty or longer than ${OPTION_MAX_CHARS} characters`,
    ({ options }) => options.every(optionFits),
  ],
  [
    'two options are the same',
    ({ options }) => new Set(options.map(meaning)).size === options.length,
  ],
  [
    'an option speaks of the others ("all of these")',
    ({ options }) => !options.some((option) => /^(all|both|none|neither|any) of /i.test(option)),
  ],
  [
    'an option is a date: a spreadsheet makes them of scores',
    ({ options }) => !options.some(isSpreadsheetDate),
  ],
  [
    'the options mix numbers, scores, seasons, places or words',
    ({ options }) => new Set(options.map(kindOf)).size <= 1,
  ],
  [
    'the answer is not among the options exactly once',
    ({ options, answer }) => options.filter((option) => option === answer).length === 1,
  ],
  ['a wrong option is right too', ({ options, alsoRight = [] }) => noneOf(options, alsoRight)],
  [
    'the question contains an option',
    ({ question, options }) => !options.some(givenAwayBy(question)),
  ],
  ['a word of the answer stands in the question', (question) => !revealsAnswer(question)],
  [
    `its picture has more than ${PICTURE_MAX_BYTES} bytes`,
    ({ picture }) => picture === undefined || pictureFits(picture),
  ],
  [
    'its picture contains an option',
    ({ picture, options }) => !namesIn(picture).some((name) => options.some(givenAwayBy(name))),
  ],
  ['the question does not name its season or year', (question) => namesItsTime(question)],
  [
    'the answer changes with the day',
    ({ question }) => !/\b(current(ly)?|reigning|now|today|(this|last) season)\b/i.test(question),
  ],
  ['nobody knows who won the 2025 Africa Cup of Nations', (question) => !asksOfCup2025(question)],
  ['that title was taken away', (question) => !asksOfTakenTitle(question)],
];

/** The rules that one question breaks on its own, each as a short sentence; empty when it is fine. */
export function brokenRules(question: Question): string[] {
  const broken = RULES.filter(([, holds]) => !holds(question)).map(([says]) => says);
  return [...broken, ...wrongNames(question)];
}

/** True for a day of the calendar; "2027-02-30" is not one. */
function isDay(date: string): boolean {
  const day = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(date);
}

const OF_AFRICAN_CUP = /\bafcon\b|\bafrican? (nations )?cup\b/i;
/** Finds the women's cup. Its edition that was played in 2025 is not disputed. */
const OF_WAFCON = /\bWAFCON\b/;
const OF_2025 = /\b(2025|2026)\b/;
const OF_A_WINNER =
  /\b(w[io]ns?|winning|winners?|champions?|lift(s|ed)?|titles?|trophy|crowned|victor(y|ious)|holders?|runners?-up|finish(ed)?|came (first|second)|took|gold)\b/i;
/**
 * Finds questions that count the titles of a claimant of the 2025 title. Nobody can count these
 * titles.
 */
const OF_CLAIMANTS_TITLES =
  /\b(how (many|often)|titles)\b.*\b(senegal|morocco)\b|\b(senegal|morocco)\b.*\btitles\b/i;
const OF_A_FINAL = /(?<!-)\bfinal\b/i;
/** Finds words for a match before the final. These matches of the 2025 edition are not disputed. */
const OF_A_MATCH = /\b(match(es)?|semi-finals?|quarter-finals?|round of \d+|group)\b/i;

/**
 * True for a question about the winner of the 2025 African Cup of Nations, who is not decided yet.
 */
function asksOfCup2025({ category, question, fact }: Question): boolean {
  return [question, fact].some((text) => {
    const ofCup = category === 'african-cup-of-nations' || OF_AFRICAN_CUP.test(text);
    if (ofCup && OF_CLAIMANTS_TITLES.test(text) && OF_A_WINNER.test(text)) return true;
    if (!ofCup || !OF_2025.test(text) || OF_WAFCON.test(question)) return false;
    return OF_A_FINAL.test(text) || (OF_A_WINNER.test(text) && !OF_A_MATCH.test(text));
  });
}

/** Seasons whose title was taken away and given to nobody, or later to another club. */
const TAKEN_TITLES: Readonly<Partial<Record<CategoryId, RegExp>>> = {
  'serie-a':
    /\b(2004[-/](20)?05|2005[-/](20)?06)\b|\b(serie a|scudetto|italian)\b.*\b(2005|2006)\b(?!-)/i,
  'ligue-1': /\b1992[-/](19)?93\b|\b(ligue 1|french)\b.*\b1993\b(?!-)/i,
};
const OF_A_TITLE =
  /\b(won|win|winners?|champions?|titles?|first place|top of|scudetto|(finish(ed)?|came) (first|top)|took|crowned)\b/i;
const OF_TAKING = /\b(stripped|taken|revoked|withdrawn|scandal)\b/i;

/**
 * True for a question about the winner of a title that was taken away, unless the text says that it
 * was taken away.
 */
function asksOfTakenTitle({ category, question, fact }: Question): boolean {
  return [question, fact].some((text) => {
    const ofSeason = TAKEN_TITLES[category]?.test(text) ?? false;
    return ofSeason && OF_A_TITLE.test(text) && !OF_TAKING.test(text);
  });
}

const A_YEAR = /\b(18|19|20)\d\d\b/;

/** Find questions about an event of one match or season, which mean nothing without its year. */
const OF_ONE_TIME = [
  /^(who|(which|what) (club|team|side|country|nation|player|manager|coach)) (won|lost|beat|scored|finished|came|went|topped|knocked)\b/i,
  /^(who|(which|what) \w+) (is|was|are|were) (the )?(top|leading|champions?|winners?)\b/i,
  /^(what|by what) (was the )?score\b/i,
];
/** Finds questions about a first or a record of all time, which need no year. */
const OF_ALL_TIMES = /\b(first|ever|only|most|fewest|record|history|all-time|always|never)\b/i;
/** Finds nouns for a single event, which need a year whatever the question asks about them. */
const A_THING_OF_ONE_TIME =
  /\b(the|that) (final|match|game|season|edition|tournament|shoot-out)\b(?! between)/i;

/** True for a question that names its season or year, or needs neither. */
function namesItsTime({ question, when }: Question): boolean {
  if (when !== undefined) return question.includes(when);
  if (A_YEAR.test(question)) return true;
  if (A_THING_OF_ONE_TIME.test(question)) return false;
  return !OF_ONE_TIME.some((words) => words.test(question)) || OF_ALL_TIMES.test(question);
}
