import type { Node, ParseError } from 'jsonc-parser';
import { getNodeValue, parseTree } from 'jsonc-parser';
import type { RawRow } from './raw-row.ts';
import { BadFile } from './raw-row.ts';

/** A JSON list with one row per line, so that a change of one shows as one line. */
export function asLines(rows: readonly unknown[]): string {
  if (rows.length === 0) return '[]\n';
  return `[\n${rows.map((one) => `  ${JSON.stringify(one)}`).join(',\n')}\n]\n`;
}

/** The rows of a JSON list, each with its line. Throws a BadFile for anything else. */
export function jsonRows(content: string): RawRow[] {
  const lineAt = lineFinder(content);
  const errors: ParseError[] = [];
  const root = parsed(content, errors);
  const [error] = errors;
  if (error !== undefined) {
    throw new BadFile(`line ${lineAt(error.offset)}: it is no JSON from there on`);
  }
  if (root?.type !== 'array') throw new BadFile('it holds no JSON array');
  return (root.children ?? []).map((node) => ({
    line: lineAt(node.offset),
    row: getNodeValue(node),
  }));
}

function parsed(content: string, errors: ParseError[]): Node | undefined {
  try {
    return parseTree(content, errors, { disallowComments: true });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new BadFile('its lists are nested too deep', { cause: error });
  }
}

/** Gives the line of an offset; offsets are asked for in rising order. */
function lineFinder(content: string): (offset: number) => number {
  let line = 1;
  let next = content.indexOf('\n');
  return (offset) => {
    while (next !== -1 && next < offset) {
      line += 1;
      next = content.indexOf('\n', next + 1);
    }
    return line;
  };
}
