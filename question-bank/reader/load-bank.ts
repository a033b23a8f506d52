import { brokenRules } from '../rules/question-rules.ts';
import { aboutAfrica } from './about-africa.ts';
import type { QuestionBank } from './bank.ts';
import { CONTENT, inPlay, readAfricanNames, readContent } from './content.ts';
import { deckOf } from './deck.ts';

/**
 * Reads the categories of a content folder (the committed folder by default) and the questions that
 * are dealt, which are those in play without the deck. Throws an Error that names the question when
 * a row is broken, so that no server deals from a broken bank. Rules between questions are checked
 * earlier, by `npm run questions -- check`.
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
