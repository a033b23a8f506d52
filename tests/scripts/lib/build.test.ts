import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { CONTENT } from '../../../question-bank/reader/content.ts';
import { builtEnv, headBrands, readDeck } from '../../../scripts/lib/build.ts';
import { aContentFolder } from '../../question-bank/content-folder.ts';
import { someQuestions } from '../../question-bank/question.ts';
import { ROOT } from '../../support/project.ts';

describe('the preview of a shared link', () => {
  const PICTURE = join(ROOT, 'public/share.png');

  const PICTURE_MAX_BYTES = 40_000;

  afterEach(() => vi.unstubAllEnvs());

  /** The document's tags for previews, built with these variables, and the values that scripts get. */
  function build(env: Record<string, string> = {}) {
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
    const { config, transformIndexHtml } = builtEnv();
    if (typeof config !== 'function' || typeof transformIndexHtml !== 'function') throw new Error();
    const { define } = Reflect.apply(config, null, [{ root: ROOT }, { mode: 'test' }]);
    const html: string = Reflect.apply(transformIndexHtml, null, [
      readFileSync(join(ROOT, 'index.html'), 'utf8'),
    ]);
    const tags = [...html.matchAll(/<meta\s+(?:property|name)="([\w:-]+)"\s+content="([^"]*)"/g)];
    return { tags: new Map(tags.map(([, name = '', content = '']) => [name, content])), define };
  }

  test('has the title and the words of the document', () => {
    const { tags } = build();
    expect(tags.get('og:type')).toBe('website');
    expect(tags.get('og:title')).toMatch(/^Football Mastermind: /);
    expect(tags.get('og:description')).toBe(tags.get('description'));
    expect(tags.get('twitter:card')).toBe('summary_large_image');
  });

  test('names its picture by the whole address that the build was told', () => {
    const { tags, define } = build({ VITE_APP_URL: 'https://play.example.ng/' });
    expect(tags.get('og:image')).toBe('https://play.example.ng/share.png');
    // No phone loads what only the document needs.
    expect(define.BUILT_ENV).not.toContain('play.example.ng');
  });

  test('names it as the page has it where the build was told none', () => {
    expect(build().tags.get('og:image')).toBe('/share.png');
  });

  test('has a picture as large as it says, and small on the line', () => {
    const { tags } = build();
    const png = readFileSync(PICTURE);
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect(`${png.readUInt32BE(16)}`).toBe(tags.get('og:image:width'));
    expect(`${png.readUInt32BE(20)}`).toBe(tags.get('og:image:height'));
    expect(tags.get('og:image:alt')).toBeTruthy();
    expect(statSync(PICTURE).size).toBeLessThanOrEqual(PICTURE_MAX_BYTES);
  });

  test('leaves each address its own: what was shared is what opens', () => {
    expect(build().tags.has('og:url')).toBe(false);
  });
});

const KB_60 = 60_000;

test('the deck is at most 60 KB, each question with four options and its fact', () => {
  const deck = readDeck(CONTENT);
  expect(new TextEncoder().encode(JSON.stringify(deck)).length).toBeLessThanOrEqual(KB_60);
  expect(deck.questions.length).toBeGreaterThan(240);
  for (const [category, question, ...rest] of deck.questions) {
    expect(deck.categories[category]).toMatch(/\w/);
    expect([question, ...rest].every((text) => text.length > 0)).toBe(true);
    expect(new Set(rest.slice(0, 4)).size).toBe(4);
  }
});

test('it has a corrected question as corrected, and no retired one', () => {
  const generated = someQuestions(120, { level: 'easy' });
  const before = readDeck(aContentFolder({ generated })).questions.map(([, question]) => question);
  const [first, second] = generated.filter(({ question }) => before.includes(question));
  if (!first || !second) throw new Error('two of them are in the deck');
  const own = [{ ...first, answer: 'Everton', fact: 'Everton won it.' }];
  const retired = [{ id: second.id, on: '2026-11-21', why: 'two are right' }];
  const { questions } = readDeck(aContentFolder({ generated, own, retired }));
  expect(questions).toHaveLength(before.length - 1);
  expect(questions.find(([, question]) => question === first.question)).toMatchObject({
    2: 'Everton',
  });
  expect(questions.some(([, question]) => question === second.question)).toBe(false);
});

test('a network without a palette fails the build, and is named', () => {
  expect(() => headBrands(undefined, [{ id: 'all' }, { id: 'nobody' }])).toThrow(
    'src/app/styles/brands.css has no --c-night for [data-brand="nobody"].',
  );
});
