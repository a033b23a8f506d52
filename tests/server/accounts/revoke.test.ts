import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPlayer } from '../../../server/accounts/new-player.ts';
import { openSession, readSession } from '../../../server/accounts/sessions.ts';
import { openDatabase } from '../../../server/database/connection.ts';
import { SHORT_LIVED } from '../../support/project.ts';
import { prepareDataDir } from '../../support/test-database.ts';

const MAIN = fileURLToPath(new URL('../../../server/accounts/main.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'mastermind-revoke-'));
const DATA_DIR = join(folder, 'data');
beforeAll(() => prepareDataDir(DATA_DIR));
afterAll(() => rmSync(folder, { recursive: true }));

function runCommand(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const env = { PATH: process.env.PATH ?? '', DATA_DIR };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [...SHORT_LIVED, MAIN, ...args],
      { env },
      (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
      },
    );
  });
}

const open = () => openDatabase({ databaseUrl: null, dataDir: DATA_DIR });

test('the operator ends the sessions of a number from the command line', async () => {
  const before = await open();
  const player = { name: 'ada', email: 'a@b.ng', phone: '2348030000014', platform: 'rave' };
  const now = Date.now();
  const id = await before.db.transaction().execute((trx) => createPlayer(trx, player, now));
  const token = await openSession(before.db, id, now);
  await openSession(before.db, id, now);
  const busy = await runCommand('revoke', '08030000014');
  expect(busy).toMatchObject({ code: 1, stdout: '' });
  expect(busy.stderr).toMatch(/in use by another running server/);
  await before.close();

  const done = await runCommand('revoke', '0803 000 0014');
  expect(done).toEqual({ code: 0, stdout: 'Sign-ins ended: 2\n', stderr: '' });
  const after = await open();
  expect(await readSession(after.db, token, now)).toBeNull();
  await after.close();
});

test.each([
  [['revoke', '08039999999'], /no account/],
  [['revoke', '12345'], /10 or 11 digits/],
  [['revoke'], /revoke PHONE/],
  [['end', '08030000014'], /revoke PHONE/],
  [['revoke', '08030000014', '--all'], /--all/],
])('%j is answered with what is wrong', async (args, message) => {
  const { code, stderr } = await runCommand(...args);
  expect(code).toBe(1);
  expect(stderr).toMatch(message);
  expect(stderr).not.toMatch(/\bat .*:\d+/);
});
