/** A file that is no list of rows at all. */
export class BadFile extends Error {
  override name = 'BadFile';
}

/** A row of a file as it stands there: the line it begins in, and what is wrong with its cells. */
export type RawRow = { line: number; row: unknown; problems?: string[] };
