/**
 * A picture of the gallery: its walk, its screen, its look, and whether it has changed since the last time.
 */
export type Picture = {
  walk: string;
  screen: string;
  look: string;
  file: string;
  was: 'same' | 'other' | 'missing';
};

/**
 * Makes a page that shows the pictures of each screen side by side, and what changed since the last pictures.
 */
export function galleryPage(pictures: readonly Picture[]): string {
  const walks = Map.groupBy(pictures, ({ walk }) => walk);
  const changed = pictures.filter(({ was }) => was !== 'same').length;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Gallery</title>
<style>
  body { margin: 1rem; font: 1rem/1.4 system-ui, sans-serif; color: #06232b; background: #f4f1e8; }
  section > div { display: flex; gap: 1rem; align-items: start; overflow-x: auto; padding-block-end: 1rem; }
  figure { flex: none; margin: 0; }
  figcaption { font-size: 0.8rem; }
  img { display: block; block-size: 380px; border: 1px solid #34505a; }
  .other figcaption, .missing figcaption { font-weight: bold; }
  .pair { display: flex; gap: 4px; }
  .over { position: relative; }
  .over img + img { position: absolute; inset: 0; mix-blend-mode: difference; }
  body:has(#changed:checked) .same, body:has(#changed:checked) section:not(:has(.other, .missing)) { display: none; }
</style>
<h1>Gallery</h1>
<p>${pictures.length} pictures, ${changed} of them not as the last time.</p>
<p><label><input type="checkbox" id="changed"> Only what changed: before, now, and what differs (black is the same)</label></p>
${[...walks].map(([walk, inWalk]) => walkPart(walk, inWalk)).join('\n')}
</html>
`;
}

function walkPart(walk: string, pictures: readonly Picture[]): string {
  const screens = Map.groupBy(pictures, ({ screen }) => screen);
  return `<h2>${text(walk)}</h2>
${[...screens].map(([screen, inScreen]) => `<section><h3>${text(screen)}</h3><div>${inScreen.map(figure).join('')}</div></section>`).join('\n')}`;
}

const CAPTIONS = { same: '', other: ' · changed', missing: ' · new' };

function figure({ screen, look, file, was }: Picture): string {
  const [now, before] = [`now/${file}`, `before/${file}`].map(encodeURI);
  const image = (source = '') =>
    `<a href="${source}"><img src="${source}" loading="lazy" alt="${text(`${screen}, ${look}`)}"></a>`;
  const shown =
    was === 'other'
      ? `<div class="pair">${image(before)}${image(now)}<div class="over"><img src="${before}" alt=""><img src="${now}" alt="What differs"></div></div>`
      : image(now);
  return `<figure class="${was}">${shown}<figcaption>${text(look)}${CAPTIONS[was]}</figcaption></figure>`;
}

function text(plain: string): string {
  return plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
