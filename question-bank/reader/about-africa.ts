import type { BankQuestion } from './bank.ts';

/** The category whose questions are all about Africa. */
const AFRICAN_CATEGORY = 'african-cup-of-nations';

/** Words with a capital letter, with which a name may begin. */
const CAPITALISED = /\p{Lu}\p{L}*/gu;
const LETTER = /\p{L}/u;

/**
 * Gives a test for questions about Africa (game.md#about-africa). Such a question has one of the
 * names, as whole words, in its text, its answer or its fact.
 */
export function aboutAfrica(
  names: readonly string[],
): (question: Pick<BankQuestion, 'category' | 'question' | 'answer' | 'fact'>) => boolean {
  const beginning = Map.groupBy(names, (name) => name.match(CAPITALISED)?.[0]);
  const isNamedAt = (text: string, word: string, at: number): boolean =>
    (beginning.get(word) ?? []).some(
      (name) => text.startsWith(name, at) && !LETTER.test(text.charAt(at + name.length)),
    );
  return ({ category, question, answer, fact }) => {
    if (category === AFRICAN_CATEGORY) return true;
    const text = `${question} / ${answer} / ${fact}`;
    return text.matchAll(CAPITALISED).some(({ 0: word, index }) => isNamedAt(text, word, index));
  };
}
