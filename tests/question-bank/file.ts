import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

const folders: string[] = [];

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** A path in an empty folder of its own, which is removed with the last test. */
export function aPath(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'file-'));
  folders.push(folder);
  return join(folder, name);
}

/** A file in a folder of its own. */
export function aFile(name: string, content: string | Buffer): string {
  const file = aPath(name);
  writeFileSync(file, content);
  return file;
}
