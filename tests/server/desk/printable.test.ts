import { expect, test } from 'vitest';
import { printable } from '../../../server/desk/command.ts';

test('nothing in a line moves, colours or turns what a terminal shows', () => {
  expect(printable('a\u001b[31mb\u001b]0;title\u0007')).toBe('a\\u001b[31mb\\u001b]0;title\\u0007');
  expect(printable('paid\r\n\u009b2Kheld\u0008')).toBe('paid\\u000d\\u000a\\u009b2Kheld\\u0008');
  expect(printable('ada\u202egnp.exe')).toBe('ada\\u202egnp.exe');
});

test('names stay as they are written', () => {
  for (const name of ['Ọ̀ṣun', 'Bola 9', 'Łukasz', '日本', '⚽️', "O'Neil, Ada"]) {
    expect(printable(name)).toBe(name);
  }
});
