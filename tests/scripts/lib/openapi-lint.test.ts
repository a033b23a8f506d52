import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openApiProblems } from '../../../scripts/lib/openapi-lint.ts';
import { ROOT } from '../../support/project.ts';

const text = readFileSync(join(ROOT, 'docs/openapi.json'), 'utf8');

/** The rules that a changed document breaks. */
async function broken(change: (document: Record<string, unknown>) => void): Promise<string[]> {
  const document = JSON.parse(text);
  change(document);
  const problems = await openApiProblems(JSON.stringify(document));
  return [...new Set(problems.map((problem) => problem.split(': ')[0] ?? ''))];
}

test('linters find nothing wrong with the document of the API', async () => {
  expect(await openApiProblems(text)).toEqual([]);
});

test('a document without a server, a declared tag or what a list holds is refused', async () => {
  expect(await broken((document) => delete document.servers)).toEqual(['no-empty-servers']);
  expect(await broken((document) => delete document.tags)).toEqual(['operation-tag-defined']);
  const hold = (list: object) => (document: Record<string, unknown>) => {
    Object.assign(document.components as object, { schemas: { List: { type: 'array', ...list } } });
  };
  expect(await broken(hold({}))).toContain('rule/lists-have-items');
  const two = { prefixItems: [{ type: 'string' }, { type: 'number' }], items: { type: 'string' } };
  expect(await broken(hold(two))).toContain('rule/lists-have-one-shape');
});
