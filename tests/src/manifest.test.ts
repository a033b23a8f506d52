import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { paths } from '../../src/config/paths.ts';

type Picture = { src: string; sizes: string; form_factor?: string };

const manifest: {
  icons: Picture[];
  screenshots: Picture[];
  shortcuts: { url: string; icons: Picture[] }[];
} = JSON.parse(readFileSync('manifest.webmanifest', 'utf8'));

/** Width and height are in a PNG's first part. */
function sizeOf(src: string): string {
  const png = readFileSync(`public${src}`);
  return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;
}

test('each picture that the manifest names is there, as large as it says', () => {
  const { icons, screenshots, shortcuts } = manifest;
  for (const { src, sizes } of [icons, screenshots, ...shortcuts.map((one) => one.icons)].flat()) {
    expect(`${src} ${sizeOf(src)}`).toBe(`${src} ${sizes}`);
  }
});

test('browsers have pictures of a phone and of a wide screen to show before installing', () => {
  const forms = new Set(manifest.screenshots.map((picture) => picture.form_factor));
  expect(forms).toEqual(new Set(['narrow', 'wide']));
});

test('the shortcuts lead to pages that there are', () => {
  expect(manifest.shortcuts.map(({ url }) => url)).toEqual([paths.home, paths.leaderboard]);
});
