import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../server/database/connection.ts';
import { weekOf } from '../../../src/rules/calendar.ts';
import { SHORT_LIVED } from '../../support/project.ts';
import { prepareDataDir } from '../../support/test-database.ts';

const MAIN = fileURLToPath(new URL('../../../server/boards/main.ts', import.meta.url));

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'football-mastermind-boards-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function boards(folder: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...SHORT_LIVED, MAIN, ...args], {
    encoding: 'utf8',
    env: { ...process.env, DATABASE_URL: '', RANK_URL: '', DATA_DIR: folder },
  });
  return { status, stdout, stderr };
}

/** A score that no result in the ledger has made. */
async function addScore(folder: string): Promise<void> {
  const { db, close } = await openDatabase({ databaseUrl: null, dataDir: folder });
  const at = new Date('2026-11-18T11:00:00Z');
  const { id } = await db
    .insertInto('players')
    .values({
      phone: '2348030000014',
      username: 'ada',
      nickname: 'ada',
      email: 'a@b.ng',
      platform: 'rave',
      network: 'all',
      image: null,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('board_scores')
    .values({
      board: 'weekly',
      pool: 'all',
      period_start: new Date(weekOf(at.getTime()).startsAt),
      player_id: id,
      points: 40,
      reached_at: at,
    })
    .execute();
  await close();
}

test('a check names what differs and ends with 1; a rebuild puts it right', async () => {
  const folder = aFolder();
  await prepareDataDir(folder);
  expect(boards(folder, 'rebuild', '--check')).toEqual({
    status: 0,
    stdout:
      '0 results in the ledger make 0 scores.\nScores that differ: nothing\nFigures that are counted wrong: nothing\n',
    stderr: '',
  });
  await addScore(folder);
  const difference =
    'weekly of all from 2026-11-16, player 1: 40 points on the board, nothing in the ledger';
  const check = boards(folder, 'rebuild', '--check');
  expect(check.stdout).toContain(`${difference}\nScores that differ: 1\n`);
  expect(check.status).toBe(1);
  const rebuild = boards(folder, 'rebuild');
  expect(rebuild.stdout).toContain(difference);
  expect(rebuild.stdout).toMatch(/The boards have been put right\.\n$/);
  expect(rebuild.status).toBe(0);
  expect(boards(folder, 'rebuild', '--check').status).toBe(0);
}, 60_000);

test.each([[[]], [['rank']], [['rebuild', 'now']], [['rebuild', '--chek']]])(
  '%j is answered with how to use it',
  (args) => {
    const { status, stderr } = boards(aFolder(), ...args);
    expect(stderr).toMatch(/rebuild --check|Unknown option/);
    expect(status).toBe(1);
  },
);
