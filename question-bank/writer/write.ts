import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { asLines } from '../files/rows.ts';
import type { Question } from '../question.ts';
import { OWN, RETIRED, type Retired } from '../reader/content.ts';

export function writeOwn(folder: URL, questions: readonly Question[]): void {
  writeFile(folder, OWN, asLines(questions));
}

export function writeRetired(folder: URL, retired: readonly Retired[]): void {
  writeFile(folder, RETIRED, asLines(retired));
}

/**
 * Replaces a file of the content folder in one step, so that a reader sees either the old text or
 * the new. Throws an Error when the file cannot be written, and leaves the file as it was.
 */
export function writeFile(folder: URL, file: string, text: string): void {
  const target = new URL(file, folder);
  const draft = new URL(`${file}.new`, folder);
  try {
    mkdirSync(new URL('.', target), { recursive: true });
    writeFileSync(draft, text);
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { force: true });
    const reason = error instanceof Error && 'code' in error ? error.code : 'unknown';
    throw new Error(`${file} cannot be written (${reason}) and is as it was`, { cause: error });
  }
}
