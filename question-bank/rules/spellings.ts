import type { Question } from '../question.ts';
import { fold } from '../text/fold.ts';

/** Two men: Salif Keita of Senegal and Salif Keïta of Mali. */
const TWO_OF_A_NAME = new Set(['salif keita']);

/** Names of so many words are looked for in texts; one word alone is of many names. */
const NAME_WORDS = [2, 3, 4];

type Misspelt = { question: Question; says: string };
type Written = { question: Question; text: string; folded: string };

/** Options, and names of two words or more in questions and facts, that an option has in other letters. */
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

/** What may be a name in the texts of a question: some words, of which the first has a capital. */
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
