import { expect, test, vi } from 'vitest';
import { sendContact } from '../../../../src/features/help/contact-page.tsx';
import { readEntries } from '../../../../src/outbox/store.ts';
import { DEFAULT_SESSION, updateSession } from '../../../../src/session/session.ts';
import { aUser } from '../../../support/builders.ts';
import { answer, held } from '../../../support/fake-api.ts';
import { signIn } from '../../../support/render.tsx';

test('a message without an answer is not kept for who has signed out meanwhile', async () => {
  signIn();
  const late = held('no answer');
  const calls = answer('post', '/api/v1/contact', late.answer);
  const email = 'ada@example.com';
  const message = { email, phone: '08030000000', subject: 'Cash', message: 'When?', type: 'x' };
  const sending = sendContact(message, aUser().id, 'a-key').catch((error) => error);
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  updateSession(DEFAULT_SESSION);
  void late.release();
  expect(await sending).toMatchObject({ status: 401 });
  expect(await readEntries()).toEqual([]);
});
