import type { Question } from '../question.ts';
import { fold } from '../text/fold.ts';
import { identity } from '../text/identity.ts';

/** Words that do not distinguish questions. */
const FILLER_WORDS = new Set(
  'a an and as at by did do does during for from had has have he him his how in is it its name of on season that the their these they this to was were what when where which who whom with'.split(
    ' ',
  ),
);

/** Words that questions use for the same thing, each with the word that stands for all of them. */
const SAME_WORDS: Readonly<Record<string, string>> = {
  champions: 'won',
  champion: 'won',
  winner: 'won',
  winners: 'won',
  win: 'won',
  lifted: 'won',
  claimed: 'won',
  trophy: 'title',
  runners: 'second',
  stadium: 'ground',
  nicknamed: 'nickname',
};

/** Questions about the same names ask the same when their other words are at least this alike. */
const ALIKE_FROM = 0.85;

/** The limit for two questions of which one only adds words to the other. */
const ALIKE_WITHIN_FROM = 0.7;

/** A question with its names, its numbers, and the other words that show what it asks. */
type Content = { question: Question; names: Set<string>; numbers: string; words: Set<string> };

function contentOf(question: Question): Content {
  const names = new Set<string>();
  const numbers: string[] = [];
  const words = new Set<string>();
  for (const word of question.question.split(/[\s/\p{Pd}]+/u)) {
    const folded = fold(word);
    const one = SAME_WORDS[folded] ?? folded.replace(/(?<=[a-z]{2})s$/, '');
    if (FILLER_WORDS.has(folded) || folded === '') continue;
    if (/\d/.test(folded)) numbers.push(folded);
    else if (/^\P{L}*\p{Lu}/u.test(word)) names.add(one);
    else words.add(one);
  }
  return { question, names, numbers: numbers.toSorted().join(' '), words };
}

/**
 * Finds questions of one category that ask the same. Such questions have the same words, and the
 * same names in the same order. Or they have the same answer and numbers, mostly the same words,
 * and one has all the names of the other.
 */
export class AskedBefore {
  readonly #gists = new Map<string, Question>();
  readonly #groups = new Map<string, Content[]>();

  /**
   * Remembers the question. If an earlier question asks the same, returns the earlier question
   * instead.
   */
  add(question: Question): Question | undefined {
    const content = contentOf(question);
    const { category, answer } = question;
    const words = [...content.words].toSorted();
    const drawn = question.picture === undefined ? '' : JSON.stringify(question.picture);
    const gist = [category, content.numbers, ...content.names, '|', ...words, drawn].join(' ');
    // A question about a picture is never the same as a question without a picture.
    const group = `${category} ${identity(answer)} ${content.numbers} ${drawn}`;
    const others = this.#groups.get(group) ?? [];
    const earlier =
      this.#gists.get(gist) ?? others.find((one) => asksTheSame(one, content))?.question;
    if (earlier !== undefined) return earlier;
    this.#gists.set(gist, question);
    this.#groups.set(group, [...others, content]);
    return undefined;
  }
}

function asksTheSame(one: Content, other: Content): boolean {
  if (!oneHoldsTheOther(one.names, other.names)) return false;
  const least = oneHoldsTheOther(one.words, other.words) ? ALIKE_WITHIN_FROM : ALIKE_FROM;
  return likeness(one.words, other.words) >= least;
}

function oneHoldsTheOther(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.isSubsetOf(other) || other.isSubsetOf(one);
}

/** How much two sets of words have in common, from 0 to 1 (Dice's coefficient). */
function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size + other.size === 0) return 1;
  return (2 * one.intersection(other).size) / (one.size + other.size);
}
