import { fold } from './fold.ts';
import type { Question } from './question.ts';

const QUESTION_MAX_CHARS = 110;
const OPTION_MAX_CHARS = 32;
const FACT_MAX_CHARS = 200;
const ID_MAX_CHARS = 64;

/** Words that do not tell one question from another. */
const FILLER_WORDS = new Set(
  'a an and at by did do does for from has have he his in is it its of on the to was were what which who with'.split(
    ' ',
  ),
);

/**
 * True when the question gives an option away by containing it. Numbers count as whole words
 * only: "20" does not stand in "2003-04".
 */
export function givesAway(question: string, option: string): boolean {
  const words = fold(option);
  if (/[a-z]/.test(words)) return fold(question).includes(words);
  return ` ${fold(question)} `.includes(` ${words} `);
}

/** True for an option short enough to fit its button. */
export function optionFits(option: string): boolean {
  return option !== '' && option.length <= OPTION_MAX_CHARS;
}

/** True for a question short enough to be read in its time. */
export function questionFits(question: string): boolean {
  return question.length <= QUESTION_MAX_CHARS;
}

/** What a question asks, whatever its wording: two questions with the same gist are duplicates. */
export function gist(question: string): string {
  const words = fold(question)
    .split(' ')
    .filter((word) => !FILLER_WORDS.has(word));
  return words.toSorted().join(' ');
}

/** The rules that one question breaks on its own, each as a short sentence; empty when it is fine. */
export function brokenRules(question: Question): string[] {
  const broken: string[] = [];
  const { id, options, answer } = question;
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id)) broken.push('id has more than [a-z0-9-]');
  if (id.length > ID_MAX_CHARS) broken.push(`id is longer than ${ID_MAX_CHARS} characters`);
  if (question.question.trim().length === 0 || !questionFits(question.question)) {
    broken.push(`question is empty or longer than ${QUESTION_MAX_CHARS} characters`);
  }
  if (question.fact.trim().length === 0 || question.fact.length > FACT_MAX_CHARS) {
    broken.push(`fact is empty or longer than ${FACT_MAX_CHARS} characters`);
  }
  if (options.length !== 4) broken.push('there are not four options');
  if (!options.every(optionFits)) {
    broken.push(`an option is empty or longer than ${OPTION_MAX_CHARS} characters`);
  }
  if (new Set(options.map(fold)).size !== options.length) broken.push('two options are the same');
  if (options.filter((option) => option === answer).length !== 1) {
    broken.push('the answer is not among the options exactly once');
  }
  if (options.some((option) => givesAway(question.question, option))) {
    broken.push('the question contains an option');
  }
  return broken;
}

type Broken = { id: string; rule: string };

/** The rules that questions break together: ids that are not unique, duplicates in a category. */
export function brokenTogether(questions: readonly Question[]): Broken[] {
  const broken: Broken[] = [];
  const ids = new Set<string>();
  const gists = new Map<string, string>();
  for (const { id, category, question, answer } of questions) {
    if (ids.has(id)) broken.push({ id, rule: 'id is used twice' });
    ids.add(id);
    const key = `${category} ${gist(question)}`;
    const earlier = gists.get(key);
    if (earlier !== undefined) broken.push({ id, rule: `asks the same as ${earlier} (${answer})` });
    gists.set(key, id);
  }
  return broken;
}

/** The share of questions, in percent, whose answer stands at each of the four positions. */
export function positionShares(questions: readonly Question[]): number[] {
  return [0, 1, 2, 3].map((position) => {
    const here = questions.filter((one) => one.options[position] === one.answer).length;
    return questions.length === 0 ? 0 : (100 * here) / questions.length;
  });
}
