import { expect, test } from 'vitest';
import { galleryPage } from '../../../scripts/lib/gallery-page.ts';

const picture = (look: string, was: 'same' | 'other' | 'missing') => ({
  walk: 'home',
  screen: 'dashboard, "first" & only',
  look,
  file: `home/dashboard/${look}.png`,
  was,
});

const page = galleryPage([
  picture('360 light', 'same'),
  picture('360 dark', 'other'),
  picture('1280 light', 'missing'),
]);

test('the gallery shows a changed picture next to the one before, with the difference', () => {
  expect(page).toContain('3 pictures, 2 of them not as the last time.');
  const [, changed = ''] = page.split('<figure class="other">');
  const [figure = ''] = changed.split('</figure>');
  expect(figure.match(/(before|now)\/home\/dashboard\/360%20dark\.png/g)).toHaveLength(6);
  expect(figure).toContain('What differs');
  expect(figure).toContain('360 dark · changed');
});

test('an unchanged or new one is alone', () => {
  expect(page).not.toContain('before/home/dashboard/360%20light.png');
  expect(page).not.toContain('before/home/dashboard/1280%20light.png');
  expect(page).toContain('1280 light · new');
});

test('names are text', () => {
  expect(page).toContain('<h3>dashboard, &quot;first&quot; &amp; only</h3>');
});
