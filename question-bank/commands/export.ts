import { writeFileSync } from 'node:fs';
import { writtenAs } from '../files/rows.ts';
import { inPlay, readContent } from '../reader/content.ts';
import { count, type Outcome } from './outcome.ts';

/** Writes the questions in play to a new JSON or CSV file that `import` takes back. */
export function exportFile(folder: URL, file: string): Outcome {
  const questions = inPlay(readContent(folder));
  const written = writtenAs(file, questions);
  try {
    writeFileSync(file, written, { flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    const reason = error.code === 'EEXIST' ? 'is there already' : 'cannot be written';
    throw new Error(`${file}: ${reason}`, { cause: error });
  }
  return { lines: [`${file}: ${count(questions.length, 'question')}.`] };
}
