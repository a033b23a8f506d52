import { expect, test } from 'vitest';
import { isCheckViolation, isDatabaseDown } from '../../../server/database/failures.ts';

const failure = (message: string, code?: string) => Object.assign(new Error(message), { code });

test.each([
  failure('connect ECONNREFUSED', 'ECONNREFUSED'),
  failure('terminating connection due to administrator command', '57P01'),
  failure('the database system is starting up', '57P03'),
  failure('sorry, too many clients already', '53300'),
  failure('connection failure', '08006'),
  failure('deadlock detected', '40P01'),
  failure('cannot execute INSERT in a read-only transaction', '25006'),
  failure('canceling statement due to statement timeout', '57014'),
  failure('canceling statement due to lock timeout', '55P03'),
  failure('terminating connection due to idle-in-transaction timeout', '25P03'),
  failure('Connection terminated unexpectedly'),
  failure('Client has encountered a connection error and is not queryable'),
  failure('timeout exceeded when trying to connect'),
  failure('Query read timeout'),
])('"%s" says that the database cannot be asked now', (error) => {
  expect(isDatabaseDown(error)).toBe(true);
});

test.each([
  failure('duplicate key', '23505'),
  failure('syntax error', '42601'),
  failure('something else'),
  null,
  'text',
])('"%s" does not', (error) => {
  expect(isDatabaseDown(error)).toBe(false);
});

test('a violated check is reported by its name', () => {
  const violation = { code: '23514', constraint: 'wallets_coins_check' };
  expect(isCheckViolation(violation, 'wallets_coins_check')).toBe(true);
  expect(isCheckViolation(violation, 'wallets_held_check')).toBe(false);
  expect(isCheckViolation(new Error('no'), 'wallets_coins_check')).toBe(false);
});
