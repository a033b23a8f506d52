import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { onTestFinished } from 'vitest';
import { asLines } from '../../question-bank/files/rows.ts';
import { CATEGORY_IDS, type Question } from '../../question-bank/question.ts';
import {
  AFRICAN_NAMES,
  CONTENT,
  generatedFile,
  type Retired,
} from '../../question-bank/reader/content.ts';
import { writeFile, writeOwn, writeRetired } from '../../question-bank/writer/write.ts';
import { type Rows, writeFacts } from './facts.ts';

type Held = {
  generated?: Question[];
  own?: Question[];
  retired?: Retired[];
  facts?: Rows;
  africanNames?: string[];
};

/**
 * A content folder of its own with the eight categories and a test's own files; without `facts` it
 * has no tables. It is removed after the test.
 */
export function aContentFolder({
  generated = [],
  own = [],
  retired = [],
  facts,
  africanNames = [],
}: Held): URL {
  const path = mkdtempSync(join(tmpdir(), 'content-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  const folder = pathToFileURL(`${path}/`);
  copyFileSync(new URL('categories.json', CONTENT), new URL('categories.json', folder));
  for (const id of CATEGORY_IDS) {
    const here = generated.filter(({ category }) => category === id);
    writeFile(folder, generatedFile(id), asLines(here));
  }
  writeFile(folder, AFRICAN_NAMES, asLines(africanNames));
  writeOwn(folder, own);
  writeRetired(folder, retired);
  if (facts !== undefined) writeFacts(folder, facts);
  return folder;
}
