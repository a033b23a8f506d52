import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { run } from '../../../question-bank/commands/run.ts';
import { readContent } from '../../../question-bank/reader/content.ts';
import { aContentFolder } from '../content-folder.ts';
import { aSmallBank } from '../question.ts';

test.each([
  ['no command', [], 'one command, please'],
  ['two commands', ['check', 'a', 'b'], 'one command, please'],
  ['an unknown command', ['guess'], 'guess is no command'],
  ['a word too many', ['stats', 'extra'], 'stats takes no extra'],
  ['no file', ['import'], 'import: FILE is missing'],
  ['no id', ['retire'], 'retire: ID is missing'],
  [
    'a folder that is none',
    ['generate', '--content', '/nowhere'],
    '--content: /nowhere is not a folder',
  ],
])('%s gets a clear line, the usage, and fails', async (_, args, line) => {
  const { lines, failed } = await run(args);
  expect(lines).toEqual([
    `questions: ${line}`,
    expect.stringMatching(/^npm run questions -- COMMAND\n/),
  ]);
  expect(failed).toBe(true);
});

test('an option that does not exist gets one clear line', async () => {
  const { lines, failed } = await run(['generate', '--contents', '.']);
  expect(lines).toEqual([expect.stringMatching(/^questions: Unknown option '--contents'.*$/)]);
  expect(failed).toBe(true);
});

test('help says how the command is used', async () => {
  const { lines, failed } = await run(['--help']);
  expect(lines[0]).toMatch(/^npm run questions -- COMMAND\n/);
  expect(failed).toBeUndefined();
});

test('two changes at once: the second is refused, and loses nothing', async () => {
  const folder = aContentFolder({ generated: aSmallBank() });
  writeFileSync(new URL('.lock', folder), '');
  const args = ['retire', 'la-liga-cup-1900', '--content', fileURLToPath(folder)];
  const { lines, failed } = await run(args);
  expect(lines[0]).toMatch(/is being changed .*: nothing was changed$/);
  expect(failed).toBe(true);
  expect(readContent(folder).retired).toEqual([]);
});
