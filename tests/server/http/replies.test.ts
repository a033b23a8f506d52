import { expect, test } from 'vitest';
import { serializeReply } from '../../../server/http/serve.ts';
import { categoriesReplySchema } from '../../../src/contract/categories.ts';

const schema = categoriesReplySchema;
const send = serializeReply({ schema, method: 'GET', url: '/categories' });

test('a reply of ours is sent as it was made', () => {
  const reply = { status: true, data: [] };
  expect(send(reply)).toBe(JSON.stringify(reply));
});

test('a row that phones would leave out is a fault of ours, and named', () => {
  expect(() => send({ status: true, data: [{ name: 5 }] })).toThrow(
    /^the reply of \/categories does not fit the contract: .*name/,
  );
});
