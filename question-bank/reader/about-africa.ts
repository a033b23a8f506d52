import type { BankQuestion } from './bank.ts';

/** The African Cup of Nations is about nothing else. */
const AFRICAN_CATEGORY = 'african-cup-of-nations';

/** A word that a name may begin with. */
const CAPITALISED = /\p{Lu}\p{L}*/gu;
const LETTER = /\p{L}/u;

/**
 * Finds the questions about Africa: those whose texts, the fact included, hold one of the names as
 * whole words (game.md#about-africa).
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
