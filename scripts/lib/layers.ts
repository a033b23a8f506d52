import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const GAME = ['src/rules', 'src/contract'];
const GROUND = [...GAME, 'src/lib', 'src/config'];
const STORES = [...GROUND, 'src/offer', 'src/round', 'src/outbox', 'src/offline'];
const SHOWN = [...STORES, 'src/session', 'src/subscription', 'src/components'];

/** The folders of the question bank that a server loads. */
const BANK_READ = ['question-bank/reader', 'question-bank/rules', 'question-bank/text'];

/** Rooms of the server in rows. A room may import from the rows above it and from its own row. */
const SERVER_ROWS = [
  ['config', 'database', 'crypto'],
  ['http'],
  ['providers', 'ledger', 'client-reports'],
  ['accounts', 'boards', 'raffle'],
  ['plans'],
  ['rounds', 'payments'],
  ['rush'],
  ['proof'],
  ['prizes'],
  ['my-data'],
];
/** Rooms above all rows. They may import from all rows, but not from one another. */
const SERVER_ENTRIES = ['routes', 'sandbox', 'upkeep', 'desk'];

const server = (rooms: readonly string[]) => rooms.map((room) => `server/${room}`);
/** Every room of the server may import the rules, the bank's reader, and the type of the services. */
const SERVED = [...GAME, 'question-bank/reader', 'server/services.ts'];

/**
 * The folders and files that each room may import besides itself. If a file is in several of these rooms, the
 * room with the longest name counts.
 */
const LAYERS: Readonly<Record<string, readonly string[]>> = {
  'src/rules': [],
  'src/contract': ['src/rules'],
  'src/lib': GROUND,
  'src/config': GROUND,
  'src/session': GROUND,
  'src/subscription': [...GROUND, 'src/session'],
  'src/offer': GROUND,
  'src/round': STORES.filter((room) => room !== 'src/offer'),
  'src/outbox': STORES.filter((room) => room !== 'src/offer'),
  'src/offline': STORES.filter((room) => room !== 'src/offer'),
  // `numbers.ts` reads and writes numbers, which has nothing to do with the rules of the game.
  'src/components': ['src/lib', 'src/config', 'src/rules/numbers.ts'],
  'src/start': SHOWN,
  'src/play': SHOWN,
  'src/features': [...SHOWN, 'src/start', 'src/play'],
  'src/app': [...SHOWN, 'src/start', 'src/features'],
  src: ['src'],
  sw: ['src/outbox', 'src/config', 'src/lib/within.ts', 'src/rules/calendar.ts'],
  'question-bank': [...GAME, 'question-bank'],
  ...Object.fromEntries(
    BANK_READ.map((room) => [room, [...GAME, ...BANK_READ, 'question-bank/question.ts']]),
  ),
  ...Object.fromEntries(
    SERVER_ROWS.flatMap((row, at) =>
      row.map((room) => [
        `server/${room}`,
        [...SERVED, ...server(SERVER_ROWS.slice(0, at + 1).flat())],
      ]),
    ),
  ),
  ...Object.fromEntries(
    SERVER_ENTRIES.map((room) => [`server/${room}`, [...SERVED, ...server(SERVER_ROWS.flat())]]),
  ),
  // The table of scores needs the type of a board.
  'server/database/tables.ts': [...SERVED, 'server/boards/boards.ts', 'server/database'],
  server: [...GAME, 'question-bank/reader', 'server'],
  scripts: [
    ...GROUND,
    'server',
    'question-bank',
    'tests/support',
    'scripts',
    'vite.config.ts',
    'package.json',
  ],
  // Scripts and tests share this player of the API.
  'scripts/lib/player': [...GAME, 'server', 'question-bank'],
  e2e: [...GAME, 'server', 'question-bank', 'tests/support', 'scripts/lib/player'],
  'tests/support': ['src', 'sw', 'server', 'question-bank', 'tests', 'scripts/lib/player'],
};

/**
 * The files of a room that other rooms may import. Of a room that is not listed they may import all files.
 * The pages of a feature (`…-page.tsx`) may be imported without being listed.
 */
const DOORS: Readonly<Record<string, readonly string[]>> = {
  'server/boards': [
    'boards.ts',
    'database-ranking.ts',
    'ranking.ts',
    'rebuild.ts',
    'sorted-set.ts',
  ],
  'server/config': ['config.ts', 'start-error.ts'],
  'server/database': [
    'again.ts',
    'connection.ts',
    'distribution.ts',
    'due-work.ts',
    'dump.ts',
    'embedded.ts',
    'failures.ts',
    'grants.ts',
    'locks.ts',
    'migrate.ts',
    'money-kind.ts',
    'postgres.ts',
    'restores.ts',
    'store-connection.ts',
  ],
  'server/desk': ['main.ts', 'run.ts', 'operators.ts', 'socket.ts'],
  'server/prizes': [
    'judge.ts',
    'payouts.ts',
    'places.ts',
    'player-payouts.ts',
    'rings.ts',
    'send.ts',
    'tier-parts.ts',
  ],
  'server/routes': ['all-routes.ts'],
  'server/sandbox': ['bank-listing.ts', 'mount.ts'],
  'src/features/help': ['terms-dialog.tsx'],
  'src/features/home': ['coin-drawer.tsx'],
  'src/features/install': ['install-host.tsx'],
  'src/features/landing': ['landing-view.tsx'],
  'src/features/leaderboard': ['side-board.tsx'],
  'src/features/payments': ['has-pending.ts', 'pending-payment.ts', 'purchase-host.tsx'],
  'src/features/rewards': ['owed-note.tsx', 'win-greeting.tsx'],
  'src/features/rush': ['forget-run.ts'],
  'src/features/sign-in': [
    'arrival.ts',
    'begun.ts',
    'get-started-dialog.tsx',
    'get-started-form.tsx',
    'onboarding.tsx',
  ],
};

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g;

/**
 * Finds imports that break the layers: imports of a room that the importing room may not import, and of files
 * that are no doors of their room.
 * @returns `file: what`, in the order of files
 */
export function layerFaults(root: string): string[] {
  const files = globSync('{src,sw,server,question-bank,scripts,e2e,tests/support}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: ['**/node_modules/**'],
  });
  return files.toSorted().flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(IMPORT)].flatMap(([, path = '']) => {
      const what = faultOf(file, join(dirname(file), path));
      return what === null ? [] : [`${file}: ${what}`];
    }),
  );
}

function faultOf(file: string, imported: string): string | null {
  const [room, other] = [roomOf(file), roomOf(imported)];
  if (room.name === other.name) return null;
  if (!room.may.some((part) => isIn(imported, part)))
    return `${room.name} may not import ${imported}`;
  if (file.startsWith('tests/') || isDoor(other.name, basename(imported))) return null;
  return `${imported} is no door of ${other.name}`;
}

function isDoor(room: string, file: string): boolean {
  if (!room.startsWith('src/features/')) return DOORS[room]?.includes(file) ?? true;
  return file.endsWith('-page.tsx') || (DOORS[room]?.includes(file) ?? false);
}

type Room = { name: string; may: readonly string[] };

function roomOf(file: string): Room {
  const [layer = file] = Object.keys(LAYERS)
    .filter((name) => isIn(file, name))
    .toSorted((a, b) => b.length - a.length);
  // No feature imports another.
  const name = layer === 'src/features' ? file.split('/').slice(0, 3).join('/') : layer;
  return { name, may: LAYERS[layer] ?? [] };
}

const isIn = (file: string, part: string) => file === part || file.startsWith(`${part}/`);
