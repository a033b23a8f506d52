/** A chunk of Vite's build manifest, by the source file that it came from. */
export type Chunk = {
  file: string;
  src?: string | undefined;
  isEntry?: boolean | undefined;
  imports?: string[] | undefined;
  dynamicImports?: string[] | undefined;
};
export type Manifest = Record<string, Chunk>;

/**
 * The scripts that a visitor's `/` loads: the entry, what it imports, and what it loads right
 * behind. The manifest does not tell when a lazy chunk loads: all count but those of `later`.
 */
export function firstLoad(manifest: Manifest, later: RegExp): Set<string> {
  const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry);
  const keys = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (chunk === undefined || keys.has(key)) return;
    keys.add(key);
    for (const next of chunk.imports ?? []) visit(next);
    for (const next of chunk.dynamicImports ?? []) {
      if (!later.test(next)) visit(next);
    }
  };
  for (const entry of entries) visit(entry);
  return filesOf(manifest, keys);
}

/** The scripts that come with these chunks: their own and what they import. */
export function loadedWith(manifest: Manifest, chunks: string[]): Set<string> {
  const keys = new Set<string>();
  const visit = (key: string) => {
    if (keys.has(key)) return;
    keys.add(key);
    for (const imported of manifest[key]?.imports ?? []) visit(imported);
  };
  for (const chunk of chunks) visit(chunk);
  return filesOf(manifest, keys);
}

/** For each lazy chunk: the scripts that it needs beyond those that are there already. */
export function routeFiles(manifest: Manifest, there: Set<string>): Map<string, string[]> {
  const lazy = new Set(Object.values(manifest).flatMap((chunk) => chunk.dynamicImports ?? []));
  const routes = new Map<string, string[]>();
  for (const key of lazy) {
    const own = [...loadedWith(manifest, [key])].filter((file) => !there.has(file));
    if (own.length > 0) routes.set(key, own);
  }
  return routes;
}

/** The addresses in the precache list of a built service worker, whether minified or not. */
export function precachedUrls(worker: string): string[] {
  const entries = worker.matchAll(/\{[^{}]*?["']?\burl["']?:\s*(["'`])([^"'`]+)\1[^{}]*?\}/g);
  return [...entries]
    .filter(([entry]) => /["']?\brevision["']?:/.test(entry))
    .map(([, , url]) => url ?? '');
}

function filesOf(manifest: Manifest, keys: Iterable<string>): Set<string> {
  const files = [...keys].map((key) => manifest[key]?.file ?? '');
  return new Set(files.filter((file) => file.endsWith('.js')));
}
