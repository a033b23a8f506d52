import { expect, test } from 'vitest';
import { whileLocked } from '../../../question-bank/writer/while-locked.ts';
import { aContentFolder } from '../content-folder.ts';

test('a folder is changed by one at a time', () => {
  const folder = aContentFolder({});
  whileLocked(folder, () => {
    expect(() => whileLocked(folder, () => 'second')).toThrow(/is being changed/);
    expect(() => whileLocked(folder, () => 'third')).toThrow(/is being changed/);
  });
  expect(whileLocked(folder, () => 'after it')).toBe('after it');
});

test('a change that fails leaves room for the next', () => {
  const folder = aContentFolder({});
  const fail = () => {
    throw new Error('it fails');
  };
  expect(() => whileLocked(folder, fail)).toThrow('it fails');
  expect(whileLocked(folder, () => 'next')).toBe('next');
});

test('a read-only folder is distinguished from one that is being changed', () => {
  const missing = new URL('missing/', aContentFolder({}));
  expect(() => whileLocked(missing, () => 'never')).toThrow(/missing\/ cannot be written to/);
});
