import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cleanPicture } from '../../../../server/accounts/profile/picture.ts';
import { hostilePictures, photo, SECRETS } from '../../../support/hostile-pictures.ts';
import { NODE, ROOT } from '../../../support/project.ts';

const files = await hostilePictures();

describe('files that were made to do harm', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mastermind-pictures-'));
  let told: { fates: Record<string, string>; riseMb: number };
  beforeAll(async () => {
    for (const [at, [, bytes]] of files.entries()) writeFileSync(join(folder, `${at}`), bytes);
    const child = spawn(NODE, [join(ROOT, 'tests/support/draw-pictures.ts'), folder], {
      // As `npm start` sets it.
      env: { PATH: process.env.PATH ?? '', MALLOC_ARENA_MAX: '2' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    told = (await json(child.stdout)) as typeof told;
  }, 120_000);
  afterAll(() => rmSync(folder, { recursive: true }));

  test('are more than fifty, and raise the memory by less than 100 MB', () => {
    expect(files.length).toBeGreaterThan(50);
    expect(told.riseMb).toBeLessThan(100);
  });

  test.each(files.map(([what, , fate], at) => [what, fate, at] as const))(
    '%s: %s',
    (_what, fate, at) => expect(told.fates[at]).toBe(fate),
  );
});

test.each(files.filter(([, , fate]) => fate === 'drawn').map(([what, bytes]) => [what, bytes]))(
  '%s leaves nothing but its pixels',
  async (_what, bytes) => {
    const picture = await cleanPicture(bytes as Buffer);
    expect(picture.width).toBe(picture.height);
    expect(picture.width).toBeLessThanOrEqual(512);
    expect(partsOf(picture.bytes)).toEqual(['db', 'db', 'c0', 'c4', 'c4', 'c4', 'c4', 'da']);
    expect(picture.bytes.subarray(-2).toString('hex')).toBe('ffd9');
    for (const secret of SECRETS) expect(picture.bytes.includes(secret)).toBe(false);
  },
);

test('a picture taken sideways is turned upright', async () => {
  // Red above blue; to be turned by a quarter, red is on the right.
  const sideways = await photo(60, 60).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  expect(await colourAt(sideways, 45, 30)).toBe('red');
  expect(await colourAt(sideways, 15, 30)).toBe('blue');
});

test('a wide picture keeps its middle, one with alpha is put on white', async () => {
  const wide = await photo(2000, 600).jpeg().toBuffer();
  expect(await cleanPicture(wide)).toMatchObject({ width: 512, height: 512, type: 'image/jpeg' });
  const clear = { r: 0, g: 0, b: 0, alpha: 0 };
  const glass = sharp({ create: { width: 40, height: 40, channels: 4, background: clear } });
  expect(await colourAt(await glass.png().toBuffer(), 20, 20)).toBe('white');
});

test('one is drawn at a time, and where too many wait the next is asked to come again', async () => {
  const file = await photo(900, 900).jpeg().toBuffer();
  const sent = await Promise.allSettled(Array.from({ length: 30 }, () => cleanPicture(file)));
  const refused = sent.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(9);
  expect(refused[0]).toMatchObject({ reason: { statusCode: 503, code: 'server/unavailable' } });
  await cleanPicture(file);
});

/** The markers of a jpeg up to its pixels, in hexadecimal. */
function partsOf(jpeg: Buffer): string[] {
  const parts: string[] = [];
  for (let at = 2; parts.at(-1) !== 'da' && at < jpeg.length; ) {
    parts.push(jpeg.toString('hex', at + 1, at + 2));
    at += 2 + jpeg.readUInt16BE(at + 2);
  }
  return parts;
}

async function colourAt(file: Buffer, x: number, y: number): Promise<string> {
  const { bytes } = await cleanPicture(file);
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const [red = 0, green = 0, blue = 0] = data.subarray((y * info.width + x) * info.channels);
  if (red > 200 && green > 200 && blue > 200) return 'white';
  return red > blue ? 'red' : 'blue';
}
