import { join } from 'node:path';
import type { IndexHtmlTransformContext, Plugin } from 'vite';

/** Who visits: an unknown visitor, a player whom a link signs in, or a player who is signed in already. */
type Visit = 'visitor' | 'link' | 'player';

/**
 * When a phone fetches a built file:
 * - `page`: with a visitor's first page;
 * - `first` and `second`: with this line of the offline copy (offline.md#offline-copy);
 * - `online`: when a page imports it. It is not in the offline copy.
 */
type Line = 'page' | 'first' | 'second' | 'online';

type Part = {
  /** The name of its built files, before their hash. */
  chunk: string;
  line: Line;
  /** These modules are in the part, with all modules that they import, unless an earlier part has them. */
  withAll?: readonly string[];
  /** These modules are in the part, with the modules that only they import. */
  withOwn?: readonly string[];
  /** In these visits the part is needed right after the first script, so the document's head asks for it. */
  ahead?: readonly Visit[];
};

const QUIZ = ['src/features/quiz/quiz-page.tsx', 'src/features/quiz/ways.tsx'];
const FULL_TIME = ['src/features/quiz/full-time.tsx'];
const RUSH_ENTRY = ['src/features/rush/entry-page.tsx'];
const RUSH_PLAY = ['src/features/rush/play-page.tsx'];
const PROOF = ['src/features/rewards/proof-page.tsx'];
const PRACTICE = [
  'src/features/practice/practice-page.tsx',
  'src/features/practice/pass-page.tsx',
  'src/features/practice/try-five-page.tsx',
];
const IDLE = ['src/app/idle.tsx'];
const DATA_USED = ['src/features/data-used/data-used-page.tsx'];
const DRAW = ['src/features/rewards/draw-page.tsx'];
const TEXTS = [
  'src/features/help/faqs-page.tsx',
  'src/features/help/how-to-win-page.tsx',
  'src/features/help/promo-page.tsx',
  'src/features/help/fairness-page.tsx',
];

/**
 * The plan of which part loads when. A page that is not named here gets its own file in the second line, so
 * that the first line stays small. A module is put into the first part that may have it. Modules share a file
 * where another request would cost more than their bytes.
 */
const PLAN: readonly Part[] = [
  { chunk: 'index', line: 'page' },
  { chunk: 'rolldown-runtime', line: 'page' },
  // The first screen is one file, because that is 2 KB smaller compressed than two files.
  { chunk: 'first', line: 'page', withAll: ['src/main.tsx', 'src/rules/calendar.ts'] },
  {
    chunk: 'behind',
    line: 'page',
    withAll: [
      'src/app/background.tsx',
      'src/features/sign-in/get-started-dialog.tsx',
      'src/features/sign-in/arrival.ts',
    ],
  },
  {
    chunk: 'calls',
    line: 'first',
    withAll: [
      'src/features/sign-in/carry-out.ts',
      'src/features/sign-in/link-page.tsx',
      'src/features/sign-in/campaign-page.tsx',
      'src/features/sign-in/onboarding.tsx',
    ],
  },
  // Modules that several of the players' pages share.
  { chunk: 'game', line: 'first' },
  {
    chunk: 'links',
    line: 'second',
    withOwn: ['src/features/sign-in/link-page.tsx', 'src/features/sign-in/campaign-page.tsx'],
    ahead: ['link'],
  },
  { chunk: 'carry-out', line: 'first', ahead: ['link'] },
  { chunk: 'signed-in', line: 'first', ahead: ['player'] },
  {
    // The header and the dashboard are shown together.
    chunk: 'home',
    line: 'first',
    withOwn: ['src/app/header-layout.tsx', 'src/features/home/home-page.tsx'],
    ahead: ['player'],
  },
  { chunk: 'outbox-host', line: 'first', ahead: ['player'] },
  { chunk: 'background', line: 'page', ahead: ['visitor', 'player'] },
  { chunk: 'get-started-dialog', line: 'page', ahead: ['visitor'] },
  {
    // These modules are needed while a link signs a player in, before any other file of the dashboard.
    chunk: 'categories',
    line: 'first',
    withOwn: ['src/start/ask-categories.ts', 'src/contract/categories.ts'],
  },
  {
    // The promotions open only when the dashboard has stopped moving.
    chunk: 'boards',
    line: 'first',
    withOwn: [
      'src/features/home/coin-drawer.tsx',
      'src/features/home/promos.tsx',
      'src/features/leaderboard/leaderboard-page.tsx',
      'src/features/leaderboard/rush-board-page.tsx',
      'src/features/leaderboard/side-board.tsx',
    ],
  },
  {
    // This part is loaded before a round's questions are asked for, so that no player waits for it in a
    // round.
    chunk: 'picture',
    line: 'first',
    withOwn: ['src/contract/picture.ts', 'src/components/picture/picture.tsx'],
  },
  // The buttons of full time are in the quiz chunk, so that they are loaded when full time begins.
  { chunk: 'quiz', line: 'first', withOwn: QUIZ },
  { chunk: 'full-time', line: 'first', withOwn: FULL_TIME },
  {
    // The code step is small, and its player has to wait for an SMS anyway.
    chunk: 'onboarding',
    line: 'second',
    withOwn: ['src/features/sign-in/onboarding.tsx', 'src/features/sign-in/code-step.tsx'],
  },
  {
    chunk: 'pages',
    line: 'second',
    withOwn: [
      ...TEXTS,
      'src/features/help/contact-page.tsx',
      'src/features/help/privacy-page.tsx',
      'src/app/my-data-route.tsx',
    ],
  },
  { chunk: 'terms', line: 'second', withOwn: ['src/features/help/terms-dialog.tsx', ...TEXTS] },
  { chunk: 'rush-entry', line: 'second', withOwn: RUSH_ENTRY },
  { chunk: 'rush-play', line: 'second', withOwn: RUSH_PLAY },
  { chunk: 'rush-proof', line: 'second', withOwn: PROOF },
  { chunk: 'rush', line: 'second', withOwn: [...RUSH_ENTRY, ...RUSH_PLAY, ...PROOF] },
  { chunk: 'draw', line: 'second', withOwn: DRAW },
  {
    // `note-seen.ts` is here because the greeting notes that the player has seen it.
    chunk: 'rewards',
    line: 'second',
    withOwn: [
      'src/features/rewards/rewards-page.tsx',
      'src/features/rewards/win-greeting.tsx',
      'src/features/rewards/note-seen.ts',
      ...DRAW,
    ],
  },
  {
    // Modules that several pages share, all of them in the second line.
    chunk: 'shared',
    line: 'second',
    withOwn: [
      'src/components/code-form.tsx',
      'src/contract/endpoints/payments.ts',
      'src/lib/save-file.ts',
      'src/lib/short-reference.ts',
    ],
  },
  {
    chunk: 'birth-date',
    line: 'second',
    withOwn: [
      'src/components/birth-date-field.tsx',
      'src/offer/under-18-note.tsx',
      'src/features/rush/age-dialog.tsx',
    ],
  },
  { chunk: 'practice', line: 'second', withOwn: PRACTICE },
  { chunk: 'data-used', line: 'second', withOwn: DATA_USED },
  { chunk: 'idle', line: 'second', withOwn: IDLE },
  { chunk: 'idle-deck', line: 'second', withOwn: [...IDLE, ...DATA_USED, ...PRACTICE] },
  {
    // All kinds of game show the same question card and clock.
    chunk: 'question',
    line: 'first',
    withOwn: [...QUIZ, ...FULL_TIME, ...RUSH_PLAY, ...PROOF, ...PRACTICE],
  },
  // Analytics only works online, and no game needs it.
  { chunk: 'mixpanel', line: 'online' },
];

const HASHED = /^assets\/(.+)-[\w-]{8}\.(?:js|css)$/;

/** Finds the line of a built file in the plan. */
export function lineOf(file: string): Line {
  const chunk = HASHED.exec(file)?.[1];
  if (chunk === undefined) return 'first';
  return PLAN.find((part) => part.chunk === chunk)?.line ?? 'second';
}

/** Patterns of the files that are not in the offline copy. */
export const ONLINE_FILES = PLAN.filter(({ line }) => line === 'online').map(
  ({ chunk }) => `assets/${chunk}-*.js`,
);

/**
 * Makes the build follow the plan. The script in the document's head gets the names of the files to fetch
 * together with the first script, because each would cost a round trip of its own later.
 * @throws an Error for a part that is not built and for a module that does not exist, because the
 * plan then has an old name
 */
export function loadPlan(): Plugin {
  let root = '';
  return {
    name: 'load-plan',
    config: ({ root: folder = process.cwd() }) => {
      root = folder;
      const codeSplitting = { includeDependenciesRecursively: false, groups: groups(root) };
      return { build: { rolldownOptions: { output: { codeSplitting } } } };
    },
    generateBundle(_options, bundle) {
      for (const { chunk, withAll = [], withOwn = [] } of PLAN) {
        chunkNamed(bundle, chunk);
        const gone = [...withAll, ...withOwn].find((file) => !this.getModuleInfo(join(root, file)));
        if (gone) throw new Error(`${gone} of the load plan is no module of the app.`);
      }
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) => html.replace('__AHEAD__', JSON.stringify(ahead(html, bundle))),
    },
  };
}

type ModuleInfo = Record<'importedIds' | 'importers' | 'dynamicImporters', readonly string[]>;
type Modules = { getModuleInfo(id: string): ModuleInfo | null };

/**
 * Modules that every game needs with its question. They are in the players' shared file, which is loaded
 * before a game is opened.
 */
const OF_EVERY_GAME = ['src/lib/locks.ts', 'src/lib/feel.ts'];

/** Gives the groups that name a module's file. The first group that has a name for a module counts. */
function groups(root: string) {
  const inRoot = (files: readonly string[] = []) => files.map((file) => join(root, file));
  const parts = PLAN.map(({ chunk, withAll, withOwn }) => ({
    chunk,
    all: withAll && inRoot(withAll),
    own: inRoot(withOwn),
  }));
  const everyGame = inRoot(OF_EVERY_GAME);
  const needed = new Map<string, Set<string>>();

  function withAll(id: string, modules: Modules): string {
    for (const { chunk, all } of parts) {
      if (!all) continue;
      const found = needed.get(chunk) ?? importedBy(all, modules);
      needed.set(chunk, found);
      if (found.has(id)) return chunk;
    }
    return 'game';
  }

  function withOwn(id: string, modules: Modules): string | null {
    if (everyGame.includes(id)) return null;
    return parts.find(({ own }) => isOnlyFor(own, id, modules))?.chunk ?? null;
  }

  /** The entry module is left out, because the document and the manifest need it as a file of its own. */
  function first(id: string, modules: Modules): string | null {
    return !id.endsWith('/src/main.tsx') && withAll(id, modules) === 'first' ? 'first' : null;
  }

  return [{ name: first }, { name: withOwn }, { name: withAll, minShareCount: 2 }];
}

function isOnlyFor(roots: readonly string[], id: string, modules: Modules): boolean {
  if (roots.includes(id)) return true;
  const { importers = [], dynamicImporters = [] } = modules.getModuleInfo(id) ?? {};
  if (importers.length === 0 || dynamicImporters.length > 0) return false;
  return importers.every((importer) => isOnlyFor(roots, importer, modules));
}

/** Finds these files and all that they import, without dynamic imports. */
function importedBy(files: readonly string[], modules: Modules): Set<string> {
  const found = new Set<string>();
  const collect = (id: string) => {
    if (found.has(id)) return;
    found.add(id);
    for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) collect(imported);
  };
  for (const file of files) collect(file);
  return found;
}

type Bundle = NonNullable<IndexHtmlTransformContext['bundle']>;

function ahead(html: string, bundle: Bundle | undefined): Record<string, string[]> {
  if (!bundle) return {};
  const filesAhead = (visit: Visit) => {
    const parts = PLAN.filter((part) => part.ahead?.includes(visit));
    const { scripts, styles } = filesOf(
      bundle,
      parts.map(({ chunk }) => chunk),
    );
    const files = [...scripts, ...styles].filter((file) => !html.includes(`/${file}"`));
    const late = visit === 'visitor' && files.find((file) => lineOf(file) !== 'page');
    if (late)
      throw new Error(
        `${late} comes with a visitor's first page, and the load plan does not say so.`,
      );
    return files.map((file) => file.replace('assets/', ''));
  };
  const first = html.match(/assets\/(first-[^"]+\.js)"/)?.[1];
  return {
    visitor: filesAhead('visitor'),
    link: filesAhead('link'),
    player: filesAhead('player'),
    first: first ? [first] : [],
  };
}

/**
 * The built files that parts of the app wait for: their own files, the files that these import, and the
 * styles of both.
 * @throws an Error for a part that is not built
 */
export function filesOf(
  bundle: Bundle,
  parts: readonly string[],
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
  for (const part of parts) collect(chunkNamed(bundle, part));
  return { scripts: [...scripts], styles: [...styles] };
}

function chunkNamed(bundle: Bundle, name: string): string {
  const found = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === name);
  if (!found) throw new Error(`The build has no file of the load plan's part "${name}".`);
  return found.fileName;
}
