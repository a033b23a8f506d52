/** A chunk of Vite's build manifest. The manifest's keys are source files. */
type Chunk = {
  file: string;
  imports?: string[] | undefined;
  dynamicImports?: string[] | undefined;
};
export type Manifest = Record<string, Chunk>;

/**
 * Lists the scripts that are loaded with these chunks: their own scripts and the scripts that those import.
 */
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

/** Lists the scripts that each lazy chunk needs besides the scripts that are loaded already. */
export function routeFiles(manifest: Manifest, there: Set<string>): Map<string, string[]> {
  const lazy = new Set(Object.values(manifest).flatMap((chunk) => chunk.dynamicImports ?? []));
  const routes = new Map<string, string[]>();
  for (const key of lazy) {
    const own = [...loadedWith(manifest, [key])].filter((file) => !there.has(file));
    if (own.length > 0) routes.set(key, own);
  }
  return routes;
}

/** A file of the offline copy, and how the service worker gets it (scripts/lib/build.ts). */
export type Copied = { url: string; isPacked: boolean; isSecond: boolean };

/** The precache list of a built service worker, whether minified or not. */
export function precached(worker: string): Copied[] {
  const entries = worker.matchAll(/\{[^{}]*?["']?\burl["']?:\s*(["'`])([^"'`]+)\1[^{}]*?\}/g);
  return [...entries]
    .filter(([entry]) => /["']?\brevision["']?:/.test(entry))
    .map(([entry, , url = '']) => ({
      url,
      isPacked: entry.includes('isPacked'),
      isSecond: entry.includes('isSecond'),
    }));
}

function filesOf(manifest: Manifest, keys: Iterable<string>): Set<string> {
  const files = [...keys].map((key) => manifest[key]?.file ?? '');
  return new Set(files.filter((file) => file.endsWith('.js')));
}
