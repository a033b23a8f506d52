import type { Picture } from '../../src/contract/picture.ts';
import type { CategoryId, Level, Question } from '../question.ts';
import { givenAwayBy, optionFits, revealsAnswer } from '../rules/options.ts';
import { namesIn, pictureFits } from '../rules/pictures.ts';
import { questionFits } from '../rules/question-rules.ts';
import { oddOneOut } from '../rules/weights.ts';
import { slug } from '../text/fold.ts';
import { identity } from '../text/identity.ts';
import { clubWeights } from './club-weights.ts';
import { pick, shuffled } from './seeded.ts';
import type { Facts } from './tables.ts';
import { withNameOfTime } from './teams.ts';

/** A way to turn rows of facts into questions that are right by construction. */
export type Template<Row> = {
  readonly id: string;
  /** The largest part of a category's level that the template may fill, in percent. */
  readonly share: number;
  readonly rows: (facts: Facts) => readonly Row[];
  readonly category: (row: Row) => CategoryId;
  readonly level: (row: Row) => Level;
  /** Identifies the fact within the template. The question's id contains this key. */
  readonly key: (row: Row) => string;
  /** The source of the fact, as `rowName` gives it. */
  readonly from: (row: Row) => string;
  /**
   * The subject of a question. Two questions that give each other away share a subject, and a round
   * has one question per subject.
   */
  readonly subject?: (row: Row) => string;
  /** The season ("2003-04") or year ("2004") that every phrasing must name. */
  readonly when?: (row: Row) => string;
  readonly phrasings: readonly ((row: Row) => string)[];
  readonly answer: (row: Row) => string;
  /** The pools that wrong options are drawn from, the most plausible first. */
  readonly wrong: (row: Row, facts: Facts) => readonly (readonly string[])[];
  /** Other right answers, which are never drawn as wrong options. */
  readonly alsoRight?: (row: Row, facts: Facts) => readonly string[];
  /** The picture of the question. If the picture has too many bytes, no question is made. */
  readonly picture?: (row: Row, facts: Facts) => Picture | undefined;
  /** One sentence that states the truth, shown on review. */
  readonly fact: (row: Row) => string;
  /** Whether the fact can change. Somebody then checks it again by `REVIEW_BY`. */
  readonly canChange?: (row: Row) => boolean;
};

const WRONG_OPTIONS = 3;

/** Facts that can change are checked again before the season of 2027-28. */
const REVIEW_BY = '2027-08-01';

/** A template without its type of row, so that templates of all types of rows fit in one list. */
export type Source = {
  readonly id: string;
  readonly share: number;
  /**
   * Whether the answer can only be looked up. Such questions only fill up a level that would be too
   * small.
   */
  readonly isLookUp?: boolean;
  readonly drafts: (facts: Facts) => Question[];
};

/** The same template, used only when nothing better is left to ask. */
export const lookUp = (source: Source): Source => ({ ...source, isLookUp: true });

/**
 * Makes a template ready for the generator. The first option of each of its drafts is the answer.
 */
export function template<Row>(made: Template<Row>): Source {
  const drafts = (facts: Facts): Question[] =>
    made.rows(facts).flatMap((row) => ask(made, row, facts) ?? []);
  return { id: made.id, share: made.share, drafts };
}

function ask<Row>(made: Template<Row>, row: Row, facts: Facts): Question | undefined {
  const id = slug(`${made.id} ${made.key(row)}`);
  const answer = inFull(made.answer(row));
  const question = inFull(pick(made.phrasings, id)(row));
  if (!questionFits(question) || !optionFits(answer)) return undefined;
  const picture = made.picture?.(row, facts);
  if (made.picture && (picture === undefined || !pictureFits(picture))) return undefined;
  const isGivenAway = givenAwayBy([question, ...namesIn(picture)].join(' / '));
  if (isGivenAway(answer)) return undefined;
  const allRight = new Set([answer, ...(made.alsoRight?.(row, facts) ?? []).map(inFull)]);
  const isAllowed = (option: string): boolean => optionFits(option) && !isGivenAway(option);
  const pools = made.wrong(row, facts).map((pool) => pool.map(inFull));
  const category = made.category(row);
  const first = chosen(pools, allRight, isAllowed, id);
  const odd = oddOneOut(
    { category, template: made.id, options: [answer, ...first] },
    clubWeights(facts),
  );
  const isEven = (option: string): boolean => option !== odd && isAllowed(option);
  const wrong = odd === undefined ? first : chosen(pools, allRight, isEven, id);
  const options = [answer, ...wrong];
  if (wrong.length < WRONG_OPTIONS || revealsAnswer({ question, options, answer }))
    return undefined;
  const alsoRight = [...allRight].filter((one) => identity(one) !== identity(answer));
  const when = made.when && inFull(made.when(row));
  const subject = made.subject?.(row);
  return {
    id,
    category,
    level: made.level(row),
    template: made.id,
    question,
    options,
    answer,
    fact: withNameOfTime(inFull(made.fact(row))),
    ...(picture !== undefined && { picture }),
    from: made.from(row),
    ...(alsoRight.length > 0 && { alsoRight }),
    ...(when !== undefined && { when }),
    ...(subject !== undefined && { subject }),
    ...(made.canChange?.(row) && { reviewBy: REVIEW_BY }),
  };
}

/** Writes the season 1999-00 of the tables as 1999-2000, as players read it. */
export const inFull = (text: string): string => text.replaceAll(/\b1999-00\b/g, '1999-2000');

/** Two teams that were both called Congo. They are never options of the same question. */
const CONGOS = ['Congo', 'DR Congo'];

/**
 * Chooses wrong options from the pools, the first pool first. It gives fewer than a question needs
 * if the pools have too few.
 */
function chosen(
  pools: readonly (readonly string[])[],
  allRight: ReadonlySet<string>,
  isAllowed: (option: string) => boolean,
  seed: string,
): string[] {
  const taken = new Set([...allRight].map(identity));
  const wrong: string[] = [];
  const drawn = pools
    .values()
    .flatMap((pool) => shuffled([...new Set(pool)], seed, (name) => name));
  for (const option of drawn) {
    if (taken.has(identity(option)) || !isAllowed(option)) continue;
    if (CONGOS.includes(option) && CONGOS.some((one) => taken.has(identity(one)))) continue;
    taken.add(identity(option));
    wrong.push(option);
    if (wrong.length === WRONG_OPTIONS) break;
  }
  return wrong;
}
