import { BLOCK_TICKETS, drawnTickets, rootOf, sealOf, toHex } from '../../src/rules/draw.ts';
import { FIGURE_SPELLINGS, isFigure, spelledText } from '../../src/rules/figure.ts';
import { readTicketCode } from '../../src/rules/ticket-code.ts';
import { sha256Bytes } from '../crypto/hash.ts';
import { leavesOf } from './draws.ts';

/** The facts of a draw by name, from the first lines of the file. */
type Said = Map<string, string>;

/** The result of the check of a draw: a line for each step, and whether all steps are right. */
export type Verified = { lines: string[]; isRight: boolean };

/** Checks a draw by the lines of its file. The docs say how anybody can do the same (draw.md#the-file). */
export async function verifyList(lines: AsyncIterable<string>): Promise<Verified> {
  const { said, codes, root, unsorted } = await readList(lines);
  const steps = [
    { what: 'codes in order, each once', is: unsorted ?? 'yes', of: 'yes' },
    { what: 'tickets', is: String(codes.length), of: said.get('tickets') },
    { what: 'root', is: root, of: said.get('root') },
    ...(await drawSteps(said, root, codes)),
  ];
  const isRight = steps.every(({ is, of }) => is === of);
  const results = steps.map(({ what, is, of }) =>
    is === of ? `right  ${what}: ${is}` : `WRONG  ${what}: ${is}, not ${of ?? 'said'}`,
  );
  const verdict = said.has('seed')
    ? 'This draw is right'
    : 'This list is whole; it is not drawn yet';
  return { lines: [...results, isRight ? verdict : 'This draw does not add up'], isRight };
}

async function drawSteps(said: Said, root: string, codes: readonly string[]) {
  const [seed, figure, drawn] = [said.get('seed'), said.get('figure'), said.get('drawn')];
  if (seed === undefined) return [];
  const count = drawn?.split(' ').length ?? 0;
  const from = { seed, figure: figure ?? '', root, tickets: codes.length, count };
  const indices = await drawnTickets(from, sha256Bytes);
  const spelling = FIGURE_SPELLINGS.find((one) => one === said.get('spelling'));
  return [
    {
      what: `the figure is spelled as named, ${spelling ? spelledText(spelling) : 'in no known way'}`,
      is: spelling && isFigure(figure ?? '', spelling) ? 'yes' : `${figure}`,
      of: 'yes',
    },
    { what: "seed's hash", is: await sealOf(seed, sha256Bytes), of: said.get('seedHash') },
    {
      what: `winner and reserves, by ${said.get('what')}: ${figure}`,
      is: indices.map((index) => codes[index]).join(' '),
      of: drawn ?? '',
    },
  ];
}

async function readList(lines: AsyncIterable<string>) {
  const said: Said = new Map();
  const codes: string[] = [];
  const roots: Uint8Array<ArrayBuffer>[] = [];
  let unsorted: string | null = null;
  let block: string[] = [];
  const endBlock = async () => {
    if (block.length > 0) roots.push(await rootOf(await leavesOf(block), sha256Bytes));
    block = [];
  };
  for await (const line of lines) {
    const [, name, value] = /^# (\w+) (.*)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) {
      said.set(name, value);
      continue;
    }
    if (readTicketCode(line) !== line || line <= (codes.at(-1) ?? '')) unsorted ??= line;
    codes.push(line);
    block.push(line);
    if (block.length === BLOCK_TICKETS) await endBlock();
  }
  await endBlock();
  return { said, codes, unsorted, root: toHex(await rootOf(roots, sha256Bytes)) };
}
