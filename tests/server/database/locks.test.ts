import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { writeWhole } from '../../../server/database/locks.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mastermind-whole-'));
  return () => rmSync(folder, { recursive: true });
});

test('a file is its owner’s alone while it is written and after, over what a killed process left', async () => {
  const file = join(folder, 'copy');
  writeFileSync(`${file}.part`, 'half', { mode: 0o644 });
  await writeWhole(file, async (part) => {
    expect(statSync(part).mode & 0o777).toBe(0o600);
    await writeFile(part, 'whole');
  });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8')).toBe('whole');
  expect(readdirSync(folder)).toEqual(['copy']);
});

test('a file that could not be written completely leaves nothing', async () => {
  const work = writeWhole(join(folder, 'copy'), async (part) => {
    await writeFile(part, 'half');
    throw new Error('the disk is full');
  });
  await expect(work).rejects.toThrow('the disk is full');
  expect(readdirSync(folder)).toEqual([]);
});
