import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../../server/database/connection.ts';
import { openFolder, restoreFolder } from '../../../server/database/embedded.ts';
import { isDatabaseDown } from '../../../server/database/failures.ts';

const root = mkdtempSync(join(tmpdir(), 'mastermind-embedded-'));
const whole = join(root, 'whole');
const open = (dataDir: string) => openDatabase({ databaseUrl: null, dataDir });

beforeAll(async () => {
  await (await open(whole)).close();
});
afterAll(() => rmSync(root, { recursive: true }));

let copies = 0;

/** A copy of a folder that has held a database. */
function copy(): string {
  copies += 1;
  const folder = join(root, `copy-${copies}`);
  cpSync(whole, folder, { recursive: true });
  return folder;
}

const LOSSES: Record<string, (folder: string) => void> = {
  'one file': (folder) => rmSync(join(folder, 'postgres/PG_VERSION')),
  'all of them': (folder) => rmSync(join(folder, 'postgres'), { recursive: true }),
};

test.each(Object.entries(LOSSES))(
  'a database that has lost %s is not begun anew',
  async (_, lose) => {
    const folder = copy();
    lose(folder);
    await expect(open(folder)).rejects.toThrow(
      /has lost files\. Restore a backup, or delete .+ to begin/,
    );
  },
);

const DAMAGES: Record<string, (folder: string) => void> = {
  'is missing': (folder) => rmSync(join(folder, 'postgres/global/pg_control')),
  'is cut': (folder) => truncateSync(join(folder, 'postgres/global/pg_control'), 10),
};

test.each(Object.entries(DAMAGES))(
  'a database of which a file %s is said to be damaged',
  async (_, damage) => {
    const folder = copy();
    damage(folder);
    await expect(open(folder)).rejects.toThrow(
      /cannot be opened: it is damaged \(.+\)\. Restore a backup\.$/,
    );
  },
);

test.runIf(process.platform === 'linux')(
  'a deleted lock lets no second server into the folder',
  async () => {
    const folder = copy();
    const first = await open(folder);
    rmSync(join(folder, 'lock'));
    await expect(open(folder)).rejects.toThrow(/is in use by another running server/);
    await first.close();
    await (await open(folder)).close();
  },
);

test('a disk that is nearly full is asked nothing, says so, and goes on when there is space', async () => {
  const disk = { free: 1e9 };
  const { db, close } = await openFolder(copy(), () => disk.free);
  const look = () => db.selectFrom('settings').selectAll().execute();
  const write = () =>
    db.transaction().execute((trx) =>
      trx
        .insertInto('settings')
        .values({ name: `at ${disk.free}`, value: 'there' })
        .execute(),
    );
  await write();
  // Less than the next segments of its log need; without the check it would hang.
  disk.free = 60 * 1024 * 1024;
  for (const ask of [look, write]) {
    const error = await ask().catch((reason) => reason);
    expect(error.message).toMatch(
      /^the disk is full: 60 MB are free where .+ lies, 64 are needed$/,
    );
    expect(isDatabaseDown(error)).toBe(true);
  }
  disk.free = 2e9;
  await write();
  expect(await look()).toHaveLength(2);
  await close();
});

test('on a full disk no server starts', async () => {
  await expect(openFolder(copy(), () => 1e6)).rejects.toThrow(/^the disk is full/);
});

/** The parts of a folder, itself included, that others than its owner can read. */
function openToOthers(folder: string): string[] {
  const isOwn = (path: string) => {
    const found = statSync(path);
    return (found.mode & 0o777) === (found.isDirectory() ? 0o700 : 0o600);
  };
  const inside = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return [folder, ...inside.map((path) => join(folder, path))].filter((path) => !isOwn(path));
}

test('a database is its owner’s alone to read, whoever may look into the folders above', async () => {
  const folder = join(root, 'above/new');
  const { db, close, backUp } = await openFolder(folder);
  expect(openToOthers(folder)).toEqual([]);
  await sql`create table made_later as select generate_series(1, 1000) as number`.execute(db);
  await sql`checkpoint`.execute(db);
  const backup = join(root, 'backup');
  await backUp(backup);
  expect(openToOthers(folder)).toEqual([]);
  await close();
  expect(openToOthers(folder)).toEqual([]);
  const restored = join(root, 'restored');
  await restoreFolder(restored, backup);
  expect(openToOthers(restored)).toEqual([]);
});

test('a folder that others could read is mended at the start', async () => {
  const folder = copy();
  mkdirSync(join(folder, 'assets'), { mode: 0o755 });
  for (const path of ['', 'postgres', 'postgres/base']) chmodSync(join(folder, path), 0o777);
  for (const path of ['lock', 'holds-data', 'postgres/PG_VERSION']) {
    chmodSync(join(folder, path), 0o666);
  }
  await (await open(folder)).close();
  rmSync(join(folder, 'assets'), { recursive: true });
  expect(openToOthers(folder)).toEqual([]);
});
