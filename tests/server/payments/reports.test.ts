import { expect, test } from 'vitest';
import { keepReport } from '../../../server/payments/reports.ts';
import { testServer } from '../../support/server.ts';
import { reportsOf } from './card-calls.ts';

const server = testServer();

test.each([
  ['a NUL', { reason: 'a \0 in it' }, { reason: 'a  in it' }],
  ['the six characters of its escape', { reason: 'a \\u0000 b' }, { reason: 'a \\u0000 b' }],
  ['them before a quote', { reason: '\\u0000"' }, { reason: '\\u0000"' }],
  ['a NUL in a name, deep inside', { in: [{ 'a\0': ['\0'] }] }, { in: [{ a: [''] }] }],
  ['half of a pair', { reason: '\ud83d' }, { reason: '\ufffd' }],
  ['no text', { sum: 1, is: true, none: null }, { sum: 1, is: true, none: null }],
])('a report with %s is kept', async (what, body, kept) => {
  await keepReport(server().db, { reference: what, what: 'test', body }, server().clock.at);
  expect(await reportsOf(server(), what)).toEqual([{ what: 'test', body: kept }]);
});
