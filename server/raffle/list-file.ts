import type { Draw } from '../../src/contract/raffle.ts';
import type { Db } from '../database/tables.ts';
import { stretchesOf } from './list.ts';

const TICKETS_A_STRETCH = 10_000;

/** The list of a sealed draw as a file: what is known of the draw, then each code on a line (draw.md#the-file). */
export async function* listFile(db: Db, draw: Draw): AsyncGenerator<string> {
  const known: [string, string | number | null][] = [
    ['month', draw.month],
    ['tickets', draw.tickets],
    ['root', draw.root],
    ['seedHash', draw.seedHash],
    ['what', draw.figure.what],
    ['spelling', draw.figure.spelling],
    ['figure', draw.figure.value],
    ['seed', draw.seed],
    ['drawn', draw.winners.map(({ code }) => code).join(' ') || null],
  ];
  const said = known.filter(([, value]) => value !== null);
  yield said.map(([name, value]) => `# ${name} ${value}\n`).join('');
  for await (const codes of stretchesOf(db, draw.month, TICKETS_A_STRETCH)) {
    yield `${codes.join('\n')}\n`;
  }
}
