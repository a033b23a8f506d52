import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { FONTS } from '../tests/support/fonts.ts';
import { galleryPage, type Picture } from './lib/gallery-page.ts';
import { obtainChromium } from './lib/obtain-chromium.ts';
import { fail, run } from './lib/run.mjs';

// Takes a picture of every screen in every look, and shows them on one page beside the pictures of the last
// run (docs/testing.md).

const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: 'gallery' },
    grep: { type: 'string' },
    font: { type: 'string', default: 'roboto' },
  },
});
const folder = resolve(values.folder);
const [now, before] = [join(folder, 'now'), join(folder, 'before')];

if (!(values.font in FONTS)) fail(`--font is one of ${Object.keys(FONTS).join(', ')}.`);
const browsers = await obtainChromium();
if (!browsers) fail('No Chromium starts. Install Chromium or Chrome, or name it in CHROMIUM_PATH.');
mkdirSync(folder, { recursive: true });
if (existsSync(now)) {
  // The pictures of the last run become the old ones. With --grep, the old pictures of other screens are
  // kept.
  cpSync(now, before, { recursive: true });
  rmSync(now, { recursive: true });
}
const only = values.grep ? ['-g', values.grep] : [];
const { code } = await run('playwright', ['test', '-c', 'e2e/gallery.config.ts', ...only], {
  env: { CHROMIUM_PATH: browsers.headless, GALLERY_FOLDER: now, GALLERY_FONT: values.font },
});
if (!existsSync(now)) fail('No picture was taken.');
const pictures = picturesIn(now);
const page = join(folder, 'index.html');
writeFileSync(page, galleryPage(pictures));
console.log(`${pictures.length} pictures: ${page}`);
process.exitCode = code;

function picturesIn(root: string): Picture[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.png'))
    .map((file) => {
      const [walk = '', screen = '', look = ''] = file.slice(0, -'.png'.length).split('/');
      return { walk, screen, look, file, was: comparedWith(join(before, file), join(root, file)) };
    });
}

function comparedWith(old: string, fresh: string): Picture['was'] {
  if (!existsSync(old)) return 'missing';
  return readFileSync(old).equals(readFileSync(fresh)) ? 'same' : 'other';
}
