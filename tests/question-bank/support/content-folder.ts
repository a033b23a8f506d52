import { copyFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Question } from '../../../question-bank/question.ts';
import type { Retired } from '../../../question-bank/reader/content.ts';
import {
  CONTENT,
  writeGenerated,
  writeOwn,
  writeRetired,
  writeUnsafe,
} from '../../../question-bank/reader/content.ts';

type Held = { generated?: Question[]; own?: Question[]; retired?: Retired[]; unsafe?: string[] };

/** A content folder of its own with the eight categories and what a test puts in. */
export function aContentFolder({ generated = [], own = [], retired = [], unsafe = [] }: Held): URL {
  const path = mkdtempSync(join(tmpdir(), 'content-'));
  const folder = pathToFileURL(`${path}/`);
  copyFileSync(new URL('categories.json', CONTENT), new URL('categories.json', folder));
  writeGenerated(folder, generated);
  writeOwn(folder, own);
  writeRetired(folder, retired);
  writeUnsafe(folder, unsafe);
  return folder;
}
