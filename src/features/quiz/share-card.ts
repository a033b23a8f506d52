import { within } from '../../lib/within.ts';
import { formatNumber } from '../../rules/numbers.ts';
import { BALL_COLOURS, BALL_RADIUS, PATCHES, SEAMS } from './face.tsx';
import type { Answered } from './review.tsx';

/** The length of each edge of the picture while it is laid out. */
const EDGE = 1080;

/** The length of each edge in pixels. It is as wide as a small phone's screen and halves the bytes. */
const EDGE_PX = 720;

/**
 * A JPEG has less than two thirds of the bytes of the browser's PNG, which matters because the picture is
 * sent.
 */
const TYPE = 'image/jpeg';
const QUALITY = 0.8;

const WORDMARK_URL = '/wordmark.svg';

const STARS =
  'M632.9 216.7L645.8 237L669.4 233L654.2 251.5L665.3 272.8L643 264L626.2 281.1L627.6 257.1L606.2 246.4L629.4 240.4zM1005.8 186.7L1007.7 203.5L1023.9 208.3L1008.5 215.3L1009 232.3L997.6 219.8L981.6 225.4L989.9 210.7L979.6 197.3L996.2 200.7zM1013.9 572.3L1018.2 591.5L1037.6 595.1L1020.6 605.2L1023.1 624.7L1008.4 611.6L990.5 620.1L998.4 602L984.8 587.7L1004.5 589.6z';
const CHALK_STAR =
  'M620 542L624.4 553.9L637.1 554.4L627.2 562.3L630.6 574.6L620 567.6L609.4 574.6L612.8 562.3L602.9 554.4L615.6 553.9z';

const MARKS = {
  right: 'M3.5 12.5l5.7 5.7L20.5 6.5',
  wrong: 'M5 5l14 14M19 5L5 19',
  missed: 'M4 12h16',
} as const;

type Brush = {
  ctx: CanvasRenderingContext2D;
  /** Gives the colour of a design token in the player's brand, at night. */
  colour: (token: string) => string;
};

/**
 * Draws the game as a picture of 720 × 720 on this phone; `null` if the phone cannot draw (links.md#share).
 */
export async function drawCard(shared: Shared): Promise<File | null> {
  const canvas = document.createElement('canvas');
  canvas.width = EDGE_PX;
  canvas.height = EDGE_PX;
  const ctx = canvas.getContext('2d');
  if (!ctx) return null;
  ctx.scale(EDGE_PX / EDGE, EDGE_PX / EDGE);
  const tokens = getComputedStyle(document.documentElement);
  const brush: Brush = { ctx, colour: (token) => tokens.getPropertyValue(`--c-${token}`).trim() };
  drawGround(brush);
  await drawWordmark(ctx);
  drawWords(brush, shared, tokens.getPropertyValue('--font-display'));
  drawSquares(brush, shared.answers);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, TYPE, QUALITY));
  return blob && new File([blob], 'football-mastermind.jpg', { type: TYPE });
}

function drawGround({ ctx, colour }: Brush): void {
  const fill = (token: string, path: string) => {
    ctx.fillStyle = colour(token);
    ctx.fill(new Path2D(path));
  };
  fill('night', `M0 0h${EDGE}v${EDGE}H0z`);
  fill('night-2', 'M60 0h210l560 1080H180zM1020 0H810L250 1080h650z');
  fill('stage-3', 'M540 520L830 1080H250z');
  ctx.strokeStyle = colour('night-line');
  ctx.lineWidth = 6;
  ctx.beginPath();
  ctx.arc(830, 410, 196, 0, 2 * Math.PI);
  ctx.stroke();
  fill('gold', STARS);
  fill('on-night', CHALK_STAR);
  drawBall(ctx);
  drawScarf({ ctx, colour });
  fill('primary', `M0 864h${EDGE}v216H0z`);
}

function drawBall(ctx: CanvasRenderingContext2D): void {
  ctx.save();
  ctx.translate(830, 410);
  ctx.scale(140 / BALL_RADIUS, 140 / BALL_RADIUS);
  ctx.fillStyle = BALL_COLOURS.paper;
  ctx.beginPath();
  ctx.arc(0, 0, BALL_RADIUS, 0, 2 * Math.PI);
  ctx.fill();
  ctx.fillStyle = BALL_COLOURS.ink;
  ctx.fill(new Path2D(PATCHES));
  ctx.strokeStyle = BALL_COLOURS.ink;
  ctx.lineWidth = 4;
  ctx.stroke(new Path2D(SEAMS));
  ctx.restore();
}

function drawScarf({ ctx, colour }: Brush): void {
  ctx.save();
  ctx.translate(0, 828);
  ctx.scale(3, 3);
  for (const [token, path] of [
    ['night', 'M0 0h360v12H0z'],
    ['scarf-1', `M0 12${'l6-9 6 9'.repeat(30)}z`],
    ['scarf-2', `M0 0${'l6 6 6-6'.repeat(30)}z`],
  ] as const) {
    ctx.fillStyle = colour(token);
    ctx.fill(new Path2D(path));
  }
  ctx.restore();
}

/**
 * How long the wordmark may take, in milliseconds. After a tap the phone's sheet may open for a short while
 * only.
 */
const WORDMARK_PATIENCE_MS = 500;

/** Draws the wordmark. Offline, or on a dead connection, the picture has no wordmark. */
async function drawWordmark(ctx: CanvasRenderingContext2D): Promise<void> {
  const mark = new Image(470, 96);
  mark.src = WORDMARK_URL;
  const loaded = mark.decode().then(() => true);
  const isThere = await within(WORDMARK_PATIENCE_MS, loaded, false);
  if (isThere) ctx.drawImage(mark, 57, 56, 470, 96);
}

function drawWords({ ctx, colour }: Brush, shared: Shared, font: string): void {
  const { nickname, category, level, answers, points } = shared;
  const { right, of } = rightOf(answers);
  ctx.textBaseline = 'alphabetic';
  const write = (text: string, x: number, y: number, size: number, token: string, most = 540) => {
    ctx.font = `700 ${size}px ${font}`;
    ctx.fillStyle = colour(token);
    ctx.fillText(text, x, y, most);
    return ctx.measureText(text).width;
  };
  write(nickname, 60, 260, 52, 'on-night');
  write(`${category} · ${level}`, 60, 314, 38, 'on-night-2');
  const width = write(String(right), 54, 556, 250, 'gold');
  write(` of ${of}`, 54 + width, 556, 84, 'on-night');
  write(`${formatNumber(points)} points`, 60, 630, 52, 'on-night');
  ctx.textAlign = 'center';
  write('Can you beat me?', EDGE / 2, 1014, 120, 'on-primary', EDGE - 80);
  ctx.textAlign = 'start';
}

function drawSquares({ ctx, colour }: Brush, answers: readonly Answered[]): void {
  for (const [index, answer] of answers.entries()) {
    ctx.save();
    ctx.translate(57 + index * 98, 672);
    const lines = {
      right: 'night-ok',
      wrong: 'night-bad',
      missed: 'night-line',
      left: 'night-line',
    };
    ctx.fillStyle = colour(answer === 'right' ? 'night-ok' : 'night');
    ctx.strokeStyle = colour(lines[answer]);
    ctx.lineWidth = 5;
    ctx.beginPath();
    roundedSquare(ctx, 84, 14);
    ctx.fill();
    ctx.stroke();
    if (answer !== 'left') {
      ctx.translate(17, 17);
      ctx.scale(50 / 24, 50 / 24);
      ctx.strokeStyle = colour(
        { right: 'night', wrong: 'night-bad', missed: 'on-night-2' }[answer],
      );
      ctx.lineWidth = 3.4;
      ctx.stroke(new Path2D(MARKS[answer]));
    }
    ctx.restore();
  }
}

/**
 * Draws a rounded square by arcs, because `roundRect` is newer than the oldest browsers that the game
 * supports.
 */
function roundedSquare(ctx: CanvasRenderingContext2D, edge: number, radius: number): void {
  ctx.moveTo(radius, 0);
  ctx.arcTo(edge, 0, edge, edge, radius);
  ctx.arcTo(edge, edge, 0, edge, radius);
  ctx.arcTo(0, edge, 0, 0, radius);
  ctx.arcTo(0, 0, edge, 0, radius);
  ctx.closePath();
}

/** The facts of a game that are shared. The nickname in the picture is all they say about the player. */
export type Shared = {
  nickname: string;
  category: string;
  level: string;
  answers: readonly Answered[];
  points: number;
};

const SIGNS: Record<Answered, string> = { right: '🟩', wrong: '🟥', missed: '⬜', left: '' };

/** How many answers were right, and how many questions were played. */
function rightOf(answers: readonly Answered[]) {
  const played = answers.filter((answer) => answer !== 'left');
  return { right: played.filter((answer) => answer === 'right').length, of: played.length };
}

/** The game as a text, with the link at its end. Visits by the link are counted (links.md#share). */
export function shareText({ category, level, answers, points }: Shared, origin: string): string {
  const { right, of } = rightOf(answers);
  const squares = answers.map((answer) => SIGNS[answer]).join('');
  return [
    `Football Mastermind: ${category}, ${level}`,
    squares,
    `${right} of ${of} right, ${formatNumber(points)} points. Can you beat me?`,
    `${origin}/?source=share`,
  ].join('\n');
}
