import { readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { compression } from 'vite-plugin-compression2';
import { VitePWA } from 'vite-plugin-pwa';
import { BUILD_TARGET } from './scripts/lib/browsers/promised.ts';
import {
  ahead,
  builtEnv,
  deckFile,
  earlyDocument,
  headBrands,
  markPacked,
  pack,
} from './scripts/lib/build.ts';
import { leanKy, leanQuery, leanReact, leanRouter } from './scripts/lib/lean.ts';

const API_PORT = process.env.API_PORT ?? '4174';
const api = { target: `http://localhost:${API_PORT}` };

/** What the game server answers, not Vite: settings.md#the-apps-build. */
const ON_THE_SERVER = ['/api', '/mobile-money', '/bank-listing', '/static', '/he.php', '/sandbox'];

type ModuleInfo = Record<'importedIds' | 'importers' | 'dynamicImporters', readonly string[]>;
type Modules = { getModuleInfo(id: string): ModuleInfo | null };

/** Which chunk a module that several share goes to: the first that needs it, in loading order. */
const CHUNKS = [
  { name: 'first', roots: ['src/main.tsx', 'src/rules/calendar.ts'] },
  {
    name: 'behind',
    roots: [
      'src/app/background.tsx',
      'src/features/sign-in/get-started-dialog.tsx',
      'src/features/sign-in/arrival.ts',
    ],
  },
  {
    name: 'calls',
    roots: [
      'src/features/sign-in/carry-out.ts',
      'src/features/sign-in/link-page.tsx',
      'src/features/sign-in/campaign-page.tsx',
      'src/features/sign-in/onboarding.tsx',
    ],
  },
];

/**
 * One chunk each for the first screen, for what loads right behind it, for the calls, and for
 * what the players' pages share: left alone these would be dozens of small ones, and on 2G each
 * request costs more than its bytes.
 */
function chunkOf(id: string, modules: Modules): string {
  return CHUNKS.find(({ roots }) => importedBy(roots, modules).has(id))?.name ?? 'game';
}

const QUIZ = 'src/features/quiz/quiz-page.tsx';
const FULL_TIME = 'src/features/quiz/full-time.tsx';
const WAYS_ON = 'src/features/quiz/ways.tsx';
const RUSH_ENTRY = 'src/features/rush/entry-page.tsx';
const RUSH_PLAY = 'src/features/rush/play-page.tsx';
const PROOF = 'src/features/rewards/proof-page.tsx';
const PRACTICE = [
  'src/features/practice/practice-page.tsx',
  'src/features/practice/pass-page.tsx',
  'src/features/practice/try-five-page.tsx',
];
const IDLE = 'src/app/idle.tsx';
const DATA_USED = 'src/features/data-used/data-used-page.tsx';
const DRAW = 'src/features/rewards/draw-page.tsx';
const REWARDS = 'src/features/rewards/rewards-page.tsx';
const GREETING = 'src/features/rewards/win-greeting.tsx';

/** Pages that share a chunk, with what nothing but them needs: the first that fits. */
const PAGES = [
  {
    // Pages of text: each file more makes the offline copy longer to fetch.
    name: 'pages',
    pages: [
      'src/features/help/faqs-page.tsx',
      'src/features/help/how-to-win-page.tsx',
      'src/features/help/contact-page.tsx',
      'src/features/help/privacy-page.tsx',
      'src/features/help/promo-page.tsx',
      'src/features/help/fairness-page.tsx',
      'src/app/my-data-route.tsx',
    ],
  },
  {
    // Asked for while a link's player is signed in: nothing else of the dashboard's is there by then.
    name: 'categories',
    pages: ['src/start/ask-categories.ts', 'src/contract/categories.ts'],
  },
  {
    // They come up together: the header stands around the dashboard.
    name: 'home',
    pages: ['src/app/header-layout.tsx', 'src/features/home/home-page.tsx'],
  },
  {
    name: 'terms',
    pages: [
      'src/features/help/terms-dialog.tsx',
      'src/features/help/faqs-page.tsx',
      'src/features/help/how-to-win-page.tsx',
      'src/features/help/promo-page.tsx',
      'src/features/help/fairness-page.tsx',
    ],
  },
  { name: 'rush-entry', pages: [RUSH_ENTRY] },
  { name: 'rush-play', pages: [RUSH_PLAY] },
  { name: 'rush-proof', pages: [PROOF] },
  { name: 'rush', pages: [RUSH_ENTRY, RUSH_PLAY, PROOF] },
  { name: 'draw', pages: [DRAW] },
  {
    // The greeting of what was made good notes that it was seen: a file of its own would cost more than its bytes.
    name: 'rewards',
    pages: [REWARDS, GREETING, DRAW, 'src/features/rewards/note-seen.ts'],
  },
  {
    // The promos come up when the dashboard is still: another file would cost more than its bytes.
    name: 'boards',
    pages: [
      'src/features/home/coin-drawer.tsx',
      'src/features/home/promos.tsx',
      'src/features/leaderboard/leaderboard-page.tsx',
      'src/features/leaderboard/rush-board-page.tsx',
      'src/features/leaderboard/side-board.tsx',
    ],
  },
  {
    name: 'links',
    pages: ['src/features/sign-in/link-page.tsx', 'src/features/sign-in/campaign-page.tsx'],
  },
  {
    // The code step is small, and waits for an SMS anyway.
    name: 'onboarding',
    pages: ['src/features/sign-in/onboarding.tsx', 'src/features/sign-in/code-step.tsx'],
  },
  {
    // What pages of the second line alone share: the first line does without.
    name: 'shared',
    pages: [
      'src/components/code-form.tsx',
      'src/contract/endpoints/payments.ts',
      'src/lib/save-file.ts',
      'src/lib/short-reference.ts',
    ],
  },
  {
    name: 'birth-date',
    pages: [
      'src/components/birth-date-field.tsx',
      'src/offer/under-18-note.tsx',
      'src/features/rush/age-dialog.tsx',
    ],
  },
  { name: 'practice', pages: PRACTICE },
  { name: 'data-used', pages: [DATA_USED] },
  { name: 'idle', pages: [IDLE] },
  { name: 'idle-deck', pages: [IDLE, DATA_USED, ...PRACTICE] },
  // Read before a round is asked for, drawn in it: one file, so that nobody waits for it in a round.
  {
    name: 'picture',
    pages: ['src/contract/picture.ts', 'src/components/picture/picture.tsx'],
  },
  // The ways on are there when full time is.
  { name: 'quiz', pages: [QUIZ, WAYS_ON] },
  { name: 'full-time', pages: [FULL_TIME] },
  // The question's card and its clock are those of all games.
  { name: 'question', pages: [QUIZ, FULL_TIME, RUSH_PLAY, PROOF, ...PRACTICE] },
];

/** What every game has beside its question: with the players' pages it is there before any game is opened. */
const OF_EVERY_GAME = ['src/lib/locks.ts', 'src/lib/feel.ts'];

function pagesChunk(id: string, modules: Modules): string | null {
  if (OF_EVERY_GAME.some((file) => id === inProject(file))) return null;
  return PAGES.find(({ pages }) => isOnlyFor(pages.map(inProject), id, modules))?.name ?? null;
}

function isOnlyFor(roots: string[], id: string, modules: Modules): boolean {
  if (roots.includes(id)) return true;
  const { importers = [], dynamicImporters = [] } = modules.getModuleInfo(id) ?? {};
  if (importers.length === 0 || dynamicImporters.length > 0) return false;
  return importers.every((importer) => isOnlyFor(roots, importer, modules));
}

const inProject = (file: string) => `${import.meta.dirname}/${file}`;

/**
 * All of the first screen in one file: compressed together it is 2 KB smaller than in two. The
 * entry itself stays, so that the document and the manifest have one.
 */
function firstChunk(id: string, modules: Modules): string | null {
  const isEntry = id.endsWith('/src/main.tsx');
  return !isEntry && chunkOf(id, modules) === 'first' ? 'first' : null;
}

const graphs = new Map<string[], Set<string>>();

/** What these files import, and what that imports, without what loads later. */
function importedBy(files: string[], modules: Modules): Set<string> {
  const known = graphs.get(files);
  if (known) return known;
  const found = new Set<string>();
  const collect = (id: string) => {
    if (found.has(id)) return;
    found.add(id);
    for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) collect(imported);
  };
  for (const file of files) collect(inProject(file));
  graphs.set(files, found);
  return found;
}

/** Tells the script in the document's head which brands there are, and which one is the build's. */
function brandsInHead(): Plugin {
  let built: string | undefined;
  return {
    name: 'brands-in-head',
    configResolved({ env }) {
      built = env.VITE_NETWORK;
    },
    transformIndexHtml: (html) => html.replace('__BRANDS__', headBrands(built)),
  };
}

export default defineConfig({
  plugins: [
    react(),
    builtEnv(),
    brandsInHead(),
    deckFile(),
    ahead(),
    earlyDocument(),
    leanKy(),
    leanQuery(),
    leanReact(),
    leanRouter(),
    pack(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      injectRegister: false,
      manifest: JSON.parse(readFileSync('manifest.webmanifest', 'utf8')),
      includeManifestIcons: false,
      injectManifest: {
        buildPlugins: { vite: [builtEnv(), leanKy()] },
        // The manifest comes without being named.
        globPatterns: ['**/*.{html,js,css,svg}', 'assets/pack-*.json', 'icons/icon-192.png'],
        manifestTransforms: [markPacked],
        // Analytics is for those who have a line, and no part of playing.
        globIgnores: [
          'screenshots/**',
          // For the picture of a game, which is shared with a line alone.
          'wordmark.svg',
          // The document holds them.
          'assets/first-*.css',
          '.vite/**',
          'assets/mixpanel-*.js',
        ],
      },
    }),
    // The server sends the copies as they are: a phone on 2G pays for each byte. What has none is
    // compressed for each request, from as many bytes on as here (server/http/new-app.ts).
    compression({
      algorithms: ['gzip', 'brotliCompress'],
      include: /\.(html|js|css|json|svg|webmanifest)$/,
      threshold: 256,
    }),
  ],
  build: {
    target: BUILD_TARGET,
    manifest: true,
    // A stray font or image as data URI would land in the first load.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: firstChunk }, { name: pagesChunk }, { name: chunkOf, minShareCount: 2 }],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(ON_THE_SERVER.map((path) => [path, api])),
  },
});
