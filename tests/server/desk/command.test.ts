import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { listFaults, printable } from '../../../server/desk/command.ts';
import { askKey } from '../../../server/desk/operators.ts';
import { askDesk } from '../../../server/desk/socket.ts';

const lines = (count: number) => Array.from({ length: count }, (_, index) => `fault ${index + 1}`);

test('fifty of many faults are listed one by one, always with their number', () => {
  expect(listFaults('Faults', [])).toEqual(['Faults: nothing']);
  expect(listFaults('Faults', lines(50))).toEqual([...lines(50), 'Faults: 50']);
  expect(listFaults('Faults', lines(52))).toEqual([...lines(50), '… and 2 more', 'Faults: 52']);
});

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

/** The result of typing, and the output meanwhile. */
async function typing(typed: string) {
  const [input, output] = [new PassThrough(), new PassThrough({ encoding: 'utf8' })];
  const asked = askKey({ input, output });
  input.write(typed);
  return { key: await asked, shown: output.read() };
}

const SHOWN = 'Your operator key: \n';

test('a key is read as it is typed, and not shown', async () => {
  expect(await typing(' a-key \r')).toEqual({ key: 'a-key', shown: SHOWN });
});

test.each([
  ['Ctrl-D', '\x04'],
  ['Ctrl-C', '\x03'],
  ['Enter alone', '\r'],
])('%s is no key, and ends the question', async (_what, typed) => {
  expect(await typing(typed)).toEqual({ key: null, shown: SHOWN });
});

test('a server that ends before it answers is reported, not shown as done', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mastermind-socket-'));
  const server = createServer((socket) => socket.destroy()).listen(join(folder, 'desk.sock'));
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const asked = { args: ['payments', 'refund', 'FOM-1'], key: null };
  await expect(askDesk(folder, asked)).rejects.toThrow(/^The server ended before it answered/);
});
