import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Endpoint } from '../../src/contract/endpoint.ts';

const FOLDER = join(import.meta.dirname, '../../src/contract/endpoints');

/** An endpoint with what stands around its value. */
export type NamedEndpoint = {
  /** The name of its export. */
  name: string;
  /** The file it stands in, without its ending. */
  resource: string;
  /** Its doc comment, on one line. */
  about: string;
  endpoint: Endpoint;
};

/** Every endpoint of the contract: what the files of its folder export, in their order. */
export async function allEndpoints(): Promise<NamedEndpoint[]> {
  const files = readdirSync(FOLDER).toSorted();
  const found = await Promise.all(files.map(endpointsIn));
  return found.flat();
}

async function endpointsIn(file: string): Promise<NamedEndpoint[]> {
  const path = join(FOLDER, file);
  const exported: Record<string, Endpoint> = await import(path);
  const documented = readFileSync(path, 'utf8').matchAll(
    /\/\*\*(?<text>(?:(?!\*\/)[\s\S])*)\*\/\nexport const (?<name>\w+)/g,
  );
  const found = [...documented].map(({ groups = {} }) => {
    const { name = '', text = '' } = groups;
    const about = text.replaceAll(/\s*\n\s*\*?\s*/g, ' ').trim();
    return { name, resource: file.replace(/\.ts$/, ''), about, endpoint: exported[name] };
  });
  const undocumented = Object.keys(exported).filter(
    (key) => !found.some(({ name }) => name === key),
  );
  if (undocumented.length > 0)
    throw new Error(`${file}: no doc comment says what ${undocumented} is`);
  return found.filter((entry): entry is NamedEndpoint => entry.endpoint !== undefined);
}
