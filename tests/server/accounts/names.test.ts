import { describe, expect, test } from 'vitest';
import { readName } from '../../../server/accounts/players.ts';
import { makeUsername } from '../../../src/rules/usernames.ts';
import { expectRefused, newKey, testServer } from '../../support/server.ts';

describe('a name', () => {
  test.each([
    ['Ada', 'Ada'],
    ['  Chí  Thanh', 'Chí Thanh'],
    ['A\u0301da', 'Áda'],
    ['🇳🇬'.repeat(10), '🇳🇬'.repeat(10)],
    ['Ọládé', 'Ọládé'],
    ['Nguyễn', 'Nguyễn'],
    ['محمد', 'محمد'],
    ['Ada ❤️', 'Ada ❤'],
    ['Badminton', 'Badminton'],
    ['Ada 10', 'Ada 10'],
    ['Supporter', 'Supporter'],
    ['Stafford', 'Stafford'],
  ])('%j is kept as %j', (typed, name) => expect(readName(typed)).toBe(name));

  test.each([
    ['marks piled up', 'A\u0300\u0301\u0302da'],
    ['a mark that stands on nothing', '\u0301Ada'],
    ['a sign that joins and cannot be seen', 'Ad\u034fa'],
    ['a variation that cannot be seen', 'Ad\ufe00a'],
    ['a filler that cannot be seen', 'Ad\u3164a'],
    ['a blank of Braille', 'Ada\u2800'],
    ['a width of nothing', 'Ad\u200ba'],
  ])('with %s is refused', (_what, typed) => expect(readName(typed)).toBeNull());

  test.each([
    ...['admin', 'ADMIN', ' Admin ', 'Admin 1', 'a.d.m.i.n', 'a d m i n', 'the admin', '_admin_'],
    ...['Adm1n', '4dm!n', '@dmin', 'adrnin', 'ADMlN', 'Àdmín', 'ａｄｍｉｎ', '𝐚𝐝𝐦𝐢𝐧', 'ⓐⓓⓜⓘⓝ'],
    ...['аdmin', 'аԁміп', 'αdmιn', 'ᴀᴅᴍɪɴ', 'АDMIN', '🅰dmin', '🇦🇩🇲🇮🇳'],
    ...['Mastermind', 'Support', 'Suppοrt', 'M0derator', 'Official', 'Staff 2', 'System'],
  ])('%j looks like one of ours and is refused', (typed) => expect(readName(typed)).toBeNull());

  test('that we make up is always kept', () => {
    for (let i = 0; i < 1; i += 0.01) {
      for (let j = 0; j < 1; j += 0.05) {
        const numbers = [i, j];
        const name = makeUsername(() => numbers.shift() ?? 0);
        expect(readName(name)).toBe(name);
      }
    }
  });
});

const server = testServer();

test('neither a sign-up nor a profile takes a name that looks like ours', async () => {
  const body = {
    name: 'аdmin',
    email: 'a@b.ng',
    phone: server().newPhone(),
    platform: 'rave',
  };
  const signUp = () =>
    server().call('POST', '/user/', { body, headers: { 'idempotency-key': newKey() } });
  const { body: refusal } = await expectRefused(server(), signUp, 422, 'username/invalid');
  expect(refusal.message).toBe(
    'Choose a username of 1 to 10 characters that can all be seen, and not one of ours',
  );
});

test('an emoji that is joined of several is refused with its reason, at sign-up and on the profile', async () => {
  const player = await server().signUp();
  const body = {
    name: 'Ada 👩‍👩‍👧',
    email: 'a@b.ng',
    phone: server().newPhone(),
    platform: 'rave',
  };
  const signUp = () =>
    server().call('POST', '/user/', { body, headers: { 'idempotency-key': newKey() } });
  const save = () => player.putForm('/user', { name: body.name });
  for (const refusal of [
    await expectRefused(server(), signUp, 422, 'username/invalid'),
    await expectRefused(server(), save, 422, 'name/invalid'),
  ])
    expect(refusal.body.message).toBe(
      'This emoji is several in one. Choose one that stands alone, such as ⚽',
    );
});

test('ten letters with accents apart are kept, composed, as the same name', async () => {
  const name = 'Ọláyínkáàá'.normalize('NFD');
  const player = await server().signUp();
  await player.putForm('/user', { name });
  expect(await player.user()).toMatchObject({ name: name.normalize('NFC') });
});
