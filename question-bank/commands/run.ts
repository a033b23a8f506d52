import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { CONTENT } from '../reader/content.ts';
import { whileLocked } from '../writer/while-locked.ts';
import { exportFile } from './export.ts';
import { checkFile, importFile } from './import.ts';
import type { Outcome } from './outcome.ts';
import { retire } from './retire.ts';
import { simulateBank } from './simulate.ts';
import { stats } from './stats.ts';

const USAGE = `npm run questions -- COMMAND

  check                    prove every rule on the bank, and that the tables give it
  check FILE               prove every rule on a file, before its import
  stats                    counts by category, level and template, and of Africa; days without a repeat
  generate                 make the generated questions anew from the fact tables
  import FILE              take questions from a .json or .csv file: all or none
  export FILE              write the questions in play to a new .json or .csv file
  retire ID [--why TEXT]   deal a question no more
  reserve                  what Millionaire Rush has left to ask; of a server's database
  reports [strength]       questions that players report; of a server's database
  uphold ID --why TEXT     retire a wrong question and make good what it took; in a server's database
  dismiss ID --why TEXT    close the reports of a question that is right; there too
  health                   what answers tell of questions; of a server's database
  clear ID --why TEXT      deal a question again that answers spoke against; there too
  simulate                 play the bank: repeats, and what is about Africa

  --content DIR            another content folder than the project's`;

class UsageError extends Error {
  override name = 'UsageError';
}

/** Carries out the command after `npm run questions --`. It never throws. */
export async function run(args: string[]): Promise<Outcome> {
  try {
    return await carryOut(args);
  } catch (error) {
    const [line] = String(error instanceof Error ? error.message : error).split('\n');
    const usage = error instanceof UsageError ? [USAGE] : [];
    return { lines: [`questions: ${line}`, ...usage], failed: true };
  }
}

async function carryOut(args: string[]): Promise<Outcome> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      content: { type: 'string' },
      why: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return { lines: [USAGE] };
  const [command, operand, ...rest] = positionals;
  if (command === undefined || rest.length > 0) throw new UsageError('one command, please');
  const folder = values.content === undefined ? CONTENT : contentFolder(values.content);
  const today = new Date().toISOString().slice(0, 10);
  if (operand !== undefined && !['check', 'import', 'export', 'retire'].includes(command)) {
    throw new UsageError(`${command} takes no ${operand}`);
  }
  const needed = (name: string): string => {
    if (operand === undefined) throw new UsageError(`${command}: ${name} is missing`);
    return operand;
  };
  switch (command) {
    // Templates are imported only when needed, so that a broken template never stops a question
    // from being retired.
    case 'check': {
      if (operand !== undefined) return checkFile(folder, operand);
      const { checkBank } = await import('./check.ts');
      return checkBank(folder, today);
    }
    case 'stats':
      return stats(folder, today);
    case 'generate': {
      const { generateBank } = await import('./generate.ts');
      return generateBank(folder);
    }
    case 'import': {
      const file = needed('FILE');
      return whileLocked(folder, () => importFile(folder, file));
    }
    case 'export':
      return exportFile(folder, needed('FILE'));
    case 'retire': {
      const id = needed('ID');
      return whileLocked(folder, () => retire(folder, id, { on: today, why: values.why ?? '' }));
    }
    case 'simulate':
      return simulateBank(folder);
    default:
      throw new UsageError(`${command} is no command`);
  }
}

function contentFolder(path: string): URL {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UsageError(`--content: ${path} is not a folder`);
  }
  return pathToFileURL(`${resolve(path)}/`);
}
