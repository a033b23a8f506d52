import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CONTENT } from '../../../question-bank/reader/content.ts';
import { TEMPLATES } from '../../../question-bank/templates/all.ts';
import { INDEX_PAGE, indexPage } from '../../../question-bank/templates/index-page.ts';

const ROW = /^\| `(?<code>[a-z0-9-]+)` \| (?<example>.+) \| \[(?<file>.+)\]\(\k<file>\) \|$/gm;

test('the page has each template once, with a file that is there', () => {
  const rows = [...indexPage([]).matchAll(ROW)].map(({ groups }) => groups ?? {});
  const codes = rows.map(({ code = '' }) => code);
  expect(codes.toSorted()).toEqual(TEMPLATES.map(({ id }) => id).toSorted());
  const folder = new URL(INDEX_PAGE, CONTENT);
  for (const { file = '' } of rows) expect(existsSync(new URL(file, folder)), file).toBe(true);
});
