import { globSync, readFileSync } from 'node:fs';
import { type Figure, report } from './lib/figures.ts';
import { quantile, sizeOf } from './lib/file-size.ts';
import { ROOT } from './lib/run.mjs';

// Prints how long the source files of each room are and fails when the house grows out of its
// measure: half of the files are read at a glance, none has to be scrolled through for long.

const ROOMS = ['src', 'sw', 'server', 'question-bank'];
/** Lists of templates are data in the shape of code. */
const DATA = ['question-bank/templates/**', '**/node_modules/**'];
const LINES = { half: 55, tenth: 130, any: 250 };
const COMMENT_SHARE = 0.1;

const files = ROOMS.flatMap((room) =>
  globSync(`${room}/**/*.{ts,tsx}`, { cwd: ROOT, exclude: DATA }).map((path) => ({
    room,
    path,
    ...sizeOf(readFileSync(`${ROOT}/${path}`, 'utf8')),
  })),
);

const allLines = files.map(({ lines }) => lines);
const long = files.filter(({ lines }) => lines > LINES.any);
for (const { path, lines } of long) console.log(`${path} has ${lines} lines.`);
report([...ROOMS.map(roomFigure), ...limits()]);

function roomFigure(room: string): Figure {
  const own = files.filter((file) => file.room === room);
  const lines = own.map((file) => file.lines);
  const [half, tenth, most] = [0.5, 0.9, 1].map((share) => quantile(lines, share));
  const value = `${own.length} files, ${half} / ${tenth} / ${most} lines, ${percent(own)} comments`;
  return { name: room, value, limit: '–', passed: true };
}

function limits(): Figure[] {
  const atMost = (name: string, count: number, limit: number) => {
    return { name, value: `${count}`, limit: `≤ ${limit}`, passed: count <= limit };
  };
  const share = commentShare(files);
  return [
    atMost('Lines of half of the files', quantile(allLines, 0.5), LINES.half),
    atMost('Lines of nine of ten files', quantile(allLines, 0.9), LINES.tenth),
    atMost('Lines of the longest file', quantile(allLines, 1), LINES.any),
    {
      name: 'Comments among the lines',
      value: percent(files),
      limit: `≤ ${COMMENT_SHARE * 100} %`,
      passed: share <= COMMENT_SHARE,
    },
  ];
}

type Sized = { lines: number; comments: number };

function commentShare(sized: Sized[]): number {
  const total = (key: keyof Sized) => sized.reduce((sum, file) => sum + file[key], 0);
  return total('comments') / total('lines');
}

function percent(sized: Sized[]): string {
  return `${(commentShare(sized) * 100).toFixed(1)} %`;
}
