import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { exportFile } from '../../../question-bank/commands/export.ts';
import { importFile } from '../../../question-bank/commands/import.ts';
import type { Question } from '../../../question-bank/question.ts';
import { CONTENT, inPlay, readContent } from '../../../question-bank/reader/content.ts';
import { aContentFolder } from '../content-folder.ts';
import { aFile, aPath } from '../file.ts';
import { aQuestion } from '../question.ts';

test.each(['bank.csv', 'bank.json'])('an export as %s is imported unchanged', (name) => {
  const odd = aQuestion({
    ...{ id: 'odd', question: 'Who said "=1, or not" in 1999?', alsoRight: ['Fulham', 'Leeds'] },
    ...{ when: '1999', reviewBy: '2027-08-01', fact: '=Nobody; "said" it.' },
  });
  const folder = aContentFolder({ generated: [aQuestion(), odd] });
  const file = aPath(name);
  expect(exportFile(folder, file).lines).toEqual([`${file}: 2 questions.`]);
  expect(importFile(folder, file).lines).toEqual(['Every row is in the bank already.']);
  const empty = aContentFolder({});
  importFile(empty, file);
  const plain = ({ options, ...rest }: Question) => ({
    ...rest,
    options: options.toSorted(),
  });
  expect(inPlay(readContent(empty)).map(plain)).toEqual([odd, aQuestion()].map(plain));
});

/** Ten thousand questions, out and in twice. */
const WHOLE_BANK_MS = 120_000;

test(
  'the whole committed bank comes back unchanged',
  () => {
    const folder = aContentFolder({ generated: [...readContent(CONTENT).generated] });
    for (const name of ['bank.csv', 'bank.json']) {
      const file = aPath(name);
      exportFile(folder, file);
      expect(importFile(folder, file).lines).toEqual(['Every row is in the bank already.']);
    }
  },
  WHOLE_BANK_MS,
);

test('an export does not write over a file', () => {
  const file = aFile('bank.json', 'mine');
  expect(() => exportFile(aContentFolder({}), file)).toThrow(/is there already$/);
  expect(readFileSync(file, 'utf8')).toBe('mine');
});
