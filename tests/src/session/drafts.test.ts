import * as v from 'valibot';
import { beforeEach, expect, test } from 'vitest';
import { DRAFTS_KEY, PASS_KEY, SESSION_KEY } from '../../../src/config/storage-keys.ts';
import { keepDraft, readDraft } from '../../../src/session/drafts.ts';
import { aUser } from '../../support/builders.ts';
import { signIn } from '../../support/render.tsx';

const schema = v.object({ number: v.string() });
const ADA = aUser({ id: '7' });
const BOLA = aUser({ id: '8' });
const kept = () => sessionStorage.getItem(DRAFTS_KEY);

beforeEach(() => {
  sessionStorage.clear();
  signIn(ADA);
});

test('what was typed in a form is there again, until it is sent', () => {
  keepDraft('7', 'bank', { number: '0123' });
  keepDraft('7', 'contact', { number: '1' });
  expect(readDraft('7', 'bank', schema)).toEqual({ number: '0123' });
  keepDraft('7', 'bank', null);
  expect(readDraft('7', 'bank', schema)).toBeNull();
  expect(readDraft('7', 'contact', schema)).toEqual({ number: '1' });
  keepDraft('7', 'contact', null);
  expect(kept()).toBeNull();
});

test('of another build’s form, or where storage holds something else, nothing is there', () => {
  keepDraft('7', 'bank', { account: '0123' });
  expect(readDraft('7', 'bank', schema)).toBeNull();
  for (const odd of ['', '{', 'null', '[]', '{"playerId":7}']) {
    sessionStorage.setItem(DRAFTS_KEY, odd);
    expect(readDraft('7', 'bank', schema)).toBeNull();
  }
  keepDraft('7', 'bank', { number: '0123' });
  expect(readDraft('7', 'bank', schema)).toEqual({ number: '0123' });
});

test('on a shared phone nobody finds what another player typed, and it is gone', () => {
  keepDraft('7', 'bank', { number: '0123' });
  expect(readDraft('8', 'bank', schema)).toBeNull();
  signIn(BOLA);
  expect(kept()).toBeNull();
  keepDraft('7', 'bank', { number: 'late' });
  expect(kept()).toBeNull();
});

test('a logout in another tab takes it away here', () => {
  keepDraft('7', 'bank', { number: '0123' });
  sessionStorage.setItem(PASS_KEY, JSON.stringify({ playerId: '7', game: { names: ['Musa'] } }));
  localStorage.removeItem(SESSION_KEY);
  dispatchEvent(new StorageEvent('storage', { key: SESSION_KEY, newValue: null }));
  expect({ ...sessionStorage }).toEqual({});
});
