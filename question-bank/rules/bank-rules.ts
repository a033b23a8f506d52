import { LEVELS, QUESTIONS_PER_ROUND } from '../../src/rules/levels.ts';
import { CATEGORY_IDS, type Question } from '../question.ts';
import { type Content, inPlay } from '../reader/content.ts';
import { fold } from '../text/fold.ts';
import { AskedBefore } from './alike.ts';
import { positionShares } from './answer-positions.ts';
import { overused } from './openings.ts';
import { brokenRules } from './question-rules.ts';
import { oddOneOut, type Weights } from './weights.ts';

/** A rule that is broken, with the id of the question or category that breaks it. */
type Broken = { id: string; rule: string };

/** The largest part of a category's level that one template may fill. */
const MOST_OF_A_LEVEL_PERCENT = 15;

const POSITION_SHARE = { least: 22, most: 28 };

/** Shares are not checked among fewer questions than this, because they mean nothing there. */
const FEW = 100;

/**
 * The content to check: the questions, the rows that no question may be made from, and the weights
 * of clubs.
 */
type Proved = Omit<Content, 'categories'> & { unsafe: ReadonlySet<string>; weights: Weights };

/**
 * Every rule that a bank breaks. Each question is checked first, then all questions in play
 * together, then each category.
 */
export function brokenIn(content: Proved): Broken[] {
  const { generated, own, unsafe, weights } = content;
  const questions = inPlay(content);
  return [
    ...questions.flatMap((one) => brokenAlone(one, unsafe)),
    ...brokenTogether(questions),
    ...CATEGORY_IDS.flatMap((id) => [
      ...brokenPositions(id, of(id, generated)),
      ...brokenPositions(id, of(id, own)),
      ...brokenShares(id, of(id, generated)),
    ]),
    ...overused(generated).map(({ where, says }) => ({ id: where, rule: says })),
    ...generated
      .filter((one) => oddOneOut(one, weights) !== undefined)
      .map(({ id }) => ({ id, rule: 'one club stands out among its options by its size' })),
  ];
}

const of = (category: string, questions: readonly Question[]): Question[] =>
  questions.filter((one) => one.category === category);

/** The rules that one question breaks on its own, and whether its row of the tables is unsafe. */
export function brokenAlone(question: Question, unsafe: ReadonlySet<string>): Broken[] {
  const { id, from } = question;
  const warned = unsafe.has(from) ? [`the tables warn of its row (${from})`] : [];
  return [...brokenRules(question), ...warned].map((rule) => ({ id, rule }));
}

function brokenTogether(questions: readonly Question[]): Broken[] {
  return [
    ...repeatsIn(questions).map(({ question, earlier, says }) => ({
      id: question.id,
      rule: `${says} ${earlier.id}`,
    })),
    ...misspelt(questions).map(({ question, says }) => ({ id: question.id, rule: says })),
  ];
}

type Repeat = { question: Question; earlier: Question; says: string };

/**
 * The questions that have the id of an earlier question, or ask the same as an earlier question of
 * their category.
 */
export function repeatsIn(questions: readonly Question[]): Repeat[] {
  const ids = new Map<string, Question>();
  const asked = new AskedBefore();
  return questions.flatMap((question) => {
    const sameId = ids.get(question.id);
    if (sameId !== undefined) return [{ question, earlier: sameId, says: 'has the id of' }];
    ids.set(question.id, question);
    const earlier = asked.add(question);
    return earlier === undefined ? [] : [{ question, earlier, says: 'asks the same as' }];
  });
}

function brokenPositions(id: string, questions: readonly Question[]): Broken[] {
  if (questions.length < FEW) return [];
  return positionShares(questions).flatMap((share, index) => {
    if (share >= POSITION_SHARE.least && share <= POSITION_SHARE.most) return [];
    return [{ id, rule: `the answer stands at place ${index + 1} in ${percent(share)}` }];
  });
}

function brokenShares(id: string, questions: readonly Question[]): Broken[] {
  return [...Map.groupBy(questions, (one) => one.level)].flatMap(([level, here]) =>
    [...Map.groupBy(here, (one) => one.template)].flatMap(([template, { length }]) => {
      const share = (100 * length) / here.length;
      if (here.length < FEW || share <= MOST_OF_A_LEVEL_PERCENT) return [];
      return [{ id, rule: `${template} fills ${percent(share)} of the level ${level}` }];
    }),
  );
}

const percent = (share: number): string => `${share.toFixed(1)} %`;

/** The levels of categories that have too few questions for a round. */
export function tooFew(questions: readonly Question[]): Broken[] {
  return CATEGORY_IDS.flatMap((id) =>
    LEVELS.flatMap((level) => {
      const { length } = of(id, questions).filter((one) => one.level === level);
      if (length >= QUESTIONS_PER_ROUND) return [];
      return [{ id, rule: `${length} ${level} questions are too few for a round` }];
    }),
  );
}

/** A name of two men: Salif Keita of Senegal and Salif Keïta of Mali. */
const TWO_OF_A_NAME = new Set(['salif keita']);

/**
 * Texts are searched for names of this many words. Single words are not searched for, because they
 * are part of many names.
 */
const NAME_WORDS = [2, 3, 4];

type Misspelt = { question: Question; says: string };
type Written = { question: Question; text: string; folded: string };

/**
 * Options that another option spells differently, and names in questions and facts that an option
 * spells differently. Names in questions and facts are compared if they have two words or more.
 */
export function misspelt(questions: readonly Question[]): Misspelt[] {
  const options: Written[] = questions.flatMap((question) =>
    question.options.map((text) => ({ question, text, folded: fold(text) })),
  );
  const first = new Map(options.toReversed().map(({ folded, text }) => [folded, text]));
  return [...options, ...questions.flatMap(namesIn)].flatMap(({ question, text, folded }) => {
    const earlier = first.get(folded);
    if (earlier === undefined || lettersOf(earlier) === lettersOf(text)) return [];
    if (TWO_OF_A_NAME.has(folded)) return [];
    return [{ question, says: `writes "${text}" for "${earlier}"` }];
  });
}

/**
 * The possible names in a question's text and fact. A possible name is a few words, the first with
 * a capital.
 */
function namesIn(question: Question): Written[] {
  return [question.question, question.fact].flatMap((text) => {
    const words = text.replaceAll(/'s\b/g, '').split(' ');
    const folded = words.map(fold);
    return words.flatMap((word, at) => {
      if (!/^\P{L}*\p{Lu}/u.test(word)) return [];
      return NAME_WORDS.filter((length) => at + length <= words.length).map((length) => ({
        question,
        text: words.slice(at, at + length).join(' '),
        folded: folded.slice(at, at + length).join(' '),
      }));
    });
  });
}

const lettersOf = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, '');
