import { expect, test } from 'vitest';
import { importFile } from '../../../question-bank/commands/import.ts';
import { CONTENT, readContent } from '../../../question-bank/reader/content.ts';
import { deckOf } from '../../../question-bank/reader/deck.ts';
import { loadBank } from '../../../question-bank/reader/load-bank.ts';
import { aContentFolder } from '../content-folder.ts';
import { aFile } from '../file.ts';
import { someQuestions } from '../question.ts';

const { categories, generated } = readContent(CONTENT);
const deck = deckOf(generated);
const idsOf = (questions: readonly { id: string }[]) => questions.map(({ id }) => id);

test('no question of the deck is among those that are dealt, nor one of the same subject', () => {
  const { questions } = loadBank();
  const ids = new Set(idsOf(deck));
  const subjects = new Set(deck.flatMap(({ subject }) => subject ?? []));
  expect(questions.filter(({ id }) => ids.has(id))).toEqual([]);
  expect(questions.filter(({ subject }) => subject && subjects.has(subject))).toEqual([]);
  expect(questions).toHaveLength(generated.length - deck.length);
});

test('it has easy and medium questions of every category, a few hundred in all', () => {
  for (const { id } of categories) {
    const here = deck.filter(({ category }) => category === id);
    expect(here.filter(({ level }) => level === 'easy')).toHaveLength(20);
    expect(here.filter(({ level }) => level === 'medium')).toHaveLength(11);
    expect(here).toHaveLength(31);
  }
});

test('one question more in the bank moves at most one of the deck', () => {
  for (const [index, one] of generated.entries()) {
    if (index % 1500 !== 0) continue;
    const more = deckOf([...generated, { ...one, id: `new-${index}`, subject: `new-${index}` }]);
    const before = new Set(idsOf(deck));
    expect(more.filter(({ id }) => !before.has(id)).length).toBeLessThanOrEqual(1);
  }
});

test('a level with few questions keeps them all for its rounds', () => {
  const few = someQuestions(99, { level: 'easy' });
  expect(deckOf(few)).toEqual([]);
  expect(loadBank(aContentFolder({ generated: few })).questions).toHaveLength(99);
});

test("an operator's imported questions are dealt, and leave the deck unchanged", () => {
  const folder = aContentFolder({ generated: someQuestions(150, { level: 'easy' }) });
  const before = new Set(idsOf(loadBank(folder).questions));
  const row =
    'english-premier-league,easy,"Which shirt did Kanu wear in 1999?",25,10,14,4,25,Kanu wore 25.,Arsenal';
  const header = 'category,level,question,option1,option2,option3,option4,answer,fact,from';
  importFile(folder, aFile('rows.csv', `${header}\n${row}\n`));
  const after = loadBank(folder).questions;
  expect(before.size).toBe(130);
  expect(after.filter(({ id }) => !before.has(id)).map(({ question }) => question)).toEqual([
    'Which shirt did Kanu wear in 1999?',
  ]);
});
