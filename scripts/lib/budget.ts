import { chromium, type Page } from 'playwright';
import type { IndexHtmlTransformContext } from 'vite';

/** A chunk of Vite's build manifest, by the source file that it came from. */
type Chunk = {
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

export type Bundle = NonNullable<IndexHtmlTransformContext['bundle']>;

/**
 * The files that a page of these modules waits for: their chunks, what those import, and the styles
 * of all of them.
 * @throws an Error for a module that no chunk begins with
 */
export function loadedFirst(
  bundle: Bundle,
  modules: readonly string[],
): { scripts: string[]; styles: string[] } {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const collect = (file: string) => {
    const chunk = bundle[file];
    if (scripts.has(file) || chunk?.type !== 'chunk') return;
    scripts.add(file);
    for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style);
    for (const imported of chunk.imports) collect(imported);
  };
  for (const module of modules) collect(chunkOf(bundle, module));
  return { scripts: [...scripts], styles: [...styles] };
}

function chunkOf(bundle: Bundle, module: string): string {
  const found = Object.values(bundle).find(
    (file) => file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith(`/${module}`)),
  );
  if (!found) throw new Error(`No chunk holds ${module}.`);
  return found.fileName;
}

/// <reference lib="dom" />

/** Brings a page to where a player would be; gives the address that is judged. */
type Come = (page: Page, serverUrl: string) => Promise<string>;

/** A page that is judged. */
export type Visit = {
  name: string;
  isInstallable: boolean;
  /** Left out where nothing has to be done first. */
  come?: Come;
};

export const VISITS: readonly Visit[] = [
  { name: '/', isInstallable: true },
  { name: '/home', isInstallable: true, come: signIn },
  { name: 'quiz', isInstallable: false, come: startRound },
];

/** Leaves in a browser's own profile what a visit needs; gives the address that is judged. */
export async function prepare(come: Come, port: number, serverUrl: string): Promise<string> {
  const browser = await chromium.connectOverCDP(`http://localhost:${port}`);
  try {
    const page = await browser.contexts()[0]?.newPage();
    if (!page) throw new Error('The browser has no profile of its own.');
    const url = await come(page, serverUrl);
    await page.close();
    return url;
  } finally {
    await browser.close();
  }
}

let numbers = 0;

/** By an operator's link, as somebody who has never played; the phone has its copy of the app. */
async function signIn(page: Page, serverUrl: string): Promise<string> {
  numbers += 1;
  await page.goto(`${serverUrl}/login?msisdn=234803${(30_000 + numbers) * 100 + 55}`);
  await page.getByRole('button', { name: 'La Liga' }).waitFor();
  // Who comes by a link waits for the copy: it begins at once on any other page.
  await page.reload();
  await page.getByRole('button', { name: 'La Liga' }).waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  return page.url();
}

/** A round with a question on the table: its address goes on with it. */
async function startRound(page: Page, serverUrl: string): Promise<string> {
  await signIn(page, serverUrl);
  await page.getByRole('button', { name: 'La Liga' }).click();
  await page.getByRole('button', { name: /^Hard/ }).press('Enter');
  await page.getByRole('button', { name: 'Tap to start now' }).press('Enter');
  await page.getByRole('article').getByRole('button').first().waitFor();
  return page.url();
}
