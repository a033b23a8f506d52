import { brokenRules } from '../rules/question-rules.ts';
import { aboutAfrica } from './about-africa.ts';
import type { QuestionBank } from './bank.ts';
import { CONTENT, inPlay, readAfricanNames, readContent } from './content.ts';
import { deckOf } from './deck.ts';

/**
 * The categories of a content folder (the committed one by default) and the questions that are
 * dealt: those in play, without the deck. Throws an Error that names the question when a row is
 * broken, so that a server deals from no such bank. Rules between questions are proved earlier, by
 * `npm run questions -- check`.
 */
export function loadBank(folder: URL = CONTENT): QuestionBank {
  const content = readContent(folder);
  const questions = inPlay(content);
  const ids = new Set<string>();
  for (const question of questions) {
    const [rule] = brokenRules(question);
    if (rule !== undefined) throw new Error(`questions: ${question.id}: ${rule}`);
    if (ids.has(question.id)) throw new Error(`questions: ${question.id}: id is used twice`);
    ids.add(question.id);
  }
  const isAboutAfrica = aboutAfrica(readAfricanNames(folder));
  const deck = new Set(deckOf(content.generated).map(({ id }) => id));
  return {
    categories: content.categories,
    questions: questions
      .filter(({ id }) => !deck.has(id))
      .map((one) => (isAboutAfrica(one) ? { ...one, isAboutAfrica: true } : one)),
  };
}
