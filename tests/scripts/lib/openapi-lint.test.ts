import { expect, test } from 'vitest';
import { openApiProblems } from '../../../scripts/lib/openapi.ts';

/** A call whose reply holds a list. */
const callOf = (list: object) => ({
  operationId: 'getNotes',
  summary: 'The notes.',
  tags: ['notes'],
  security: [],
  parameters: [],
  responses: {
    200: {
      description: 'The reply',
      content: { 'application/json': { schema: { type: 'array', ...list } } },
    },
    404: { description: 'None' },
  },
});

/** The rules that a document of one call breaks, with some of its parts changed. */
async function broken(
  parts: object,
  list: object = { items: { type: 'string' } },
): Promise<string[]> {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Notes', version: '1' },
    servers: [{ url: '/' }],
    tags: [{ name: 'notes' }],
    // As some addresses are on the wire.
    paths: { '/notes/': { get: callOf(list) } },
    ...parts,
  };
  const problems = await openApiProblems(JSON.stringify(document));
  return problems.map((problem) => problem.split(': ')[0] ?? '');
}

test('a document without a server, a declared tag or what a list holds is refused', async () => {
  expect(await broken({})).toEqual([]);
  expect(await broken({ servers: undefined })).toEqual(['no-empty-servers']);
  expect(await broken({ tags: [] })).toEqual(['operation-tag-defined']);
  expect(await broken({}, {})).toEqual(['rule/lists-have-items']);
  const items = { type: 'string' };
  expect(await broken({}, { items, prefixItems: [items] })).toEqual(['rule/lists-have-one-shape']);
});
