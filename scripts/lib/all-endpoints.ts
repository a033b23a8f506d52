import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Endpoint } from '../../src/contract/endpoint.ts';

const CONTRACT = join(import.meta.dirname, '../../src/contract');

/** An endpoint with its name, its file and its doc comment. */
export type NamedEndpoint = {
  /** The name of its export. */
  name: string;
  /** The name of its file, without the ending. */
  resource: string;
  /** Its doc comment, on one line. */
  about: string;
  endpoint: Endpoint;
};

/** Every endpoint that the files of the contract export, in the order of their names. */
export async function allEndpoints(): Promise<NamedEndpoint[]> {
  const files = globSync('{,endpoints/}*.ts', { cwd: CONTRACT }).toSorted((a, b) =>
    basename(a).localeCompare(basename(b)),
  );
  const found = await Promise.all(files.map(endpointsIn));
  return found.flat();
}

async function endpointsIn(file: string): Promise<NamedEndpoint[]> {
  const path = join(CONTRACT, file);
  const module: Record<string, unknown> = await import(path);
  const exported = Object.fromEntries(
    Object.entries(module).filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1])),
  );
  const documented = readFileSync(path, 'utf8').matchAll(
    /\/\*\*(?<text>(?:(?!\*\/)[\s\S])*)\*\/\nexport const (?<name>\w+)/g,
  );
  const found = [...documented].map(({ groups = {} }) => {
    const { name = '', text = '' } = groups;
    const about = text.replaceAll(/\s*\n\s*\*?\s*/g, ' ').trim();
    return { name, resource: basename(file, '.ts'), about, endpoint: exported[name] };
  });
  const undocumented = Object.keys(exported).filter(
    (key) => !found.some(({ name }) => name === key),
  );
  if (undocumented.length > 0)
    throw new Error(`${file}: no doc comment says what ${undocumented} is`);
  return found.filter((entry): entry is NamedEndpoint => entry.endpoint !== undefined);
}

function isEndpoint(exported: unknown): boolean {
  return (
    typeof exported === 'object' && exported !== null && 'method' in exported && 'path' in exported
  );
}
