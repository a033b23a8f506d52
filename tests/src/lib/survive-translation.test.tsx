import { act, render } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { surviveTranslation } from '../../../src/lib/survive-translation.ts';
import { TRANSLATORS, translate } from '../../support/translator.ts';

beforeAll(surviveTranslation);
afterEach(() => void document.body.replaceChildren());

type Row = { id: string; name: string };

/** Text next to text, next to elements, there or not, and in rows that change their order. */
function Board({ points, note, rows }: { points: number; note: string; rows: Row[] }) {
  return (
    <main>
      <p>
        You have {points} points{note && ', '}
        {note}
        <b>{points}</b> in all
      </p>
      {note}
      {rows.map(({ id, name }) => (
        <Name key={id} name={name} />
      ))}
      <footer>{points === 1 ? 'One point' : `${points} points`}</footer>
    </main>
  );
}

/** Text without an element of its own. */
const Name = ({ name }: { name: string }) => `[${name}]`;

const [ADA, BOLA, CHIDI] = ['Ada', 'Bola', 'Chidi'].map((name) => ({ id: name, name }));
const some = (...rows: (Row | undefined)[]) => rows.filter((row) => row !== undefined);

/** The changes of the board, one after the other. */
const FIRST = { points: 0, note: '', rows: some(ADA) };
const STEPS = [
  FIRST,
  { points: 1, note: '', rows: some(ADA, BOLA) },
  { points: 1, note: 'a streak', rows: some(BOLA, ADA) },
  { points: 12, note: 'a record', rows: some(CHIDI, BOLA, ADA) },
  { points: 12, note: '', rows: some(ADA, CHIDI) },
  { points: 3, note: 'the end', rows: [] },
  { points: 3, note: 'the end', rows: some(BOLA) },
];

const shown = () => document.body.textContent;

/** The board's texts at each step on a page without translation. */
function untranslated(): (string | null)[] {
  const { rerender, unmount } = render(<Board {...FIRST} />);
  const texts = STEPS.map((step) => {
    rerender(<Board {...step} />);
    return shown();
  });
  unmount();
  return texts;
}

describe.each(Object.entries(TRANSLATORS))('a translator that %s', (_what, put) => {
  test('leaves every change to be seen, and nothing of what was', async () => {
    const texts = untranslated();
    const { rerender, unmount } = render(<Board {...FIRST} />);
    for (const [index, step] of STEPS.entries()) {
      rerender(<Board {...step} />);
      expect(shown()).toBe(texts[index]);
      // It records the translator's work when that is finished, as in a browser.
      await act(async () => translate(document.body, put));
      expect(shown()).toBe(texts[index]);
      expect(document.querySelector('font')).not.toBeNull();
    }
    unmount();
    expect(shown()).toBe('');
  });

  test('and gives the original back lets it go on', async () => {
    const texts = untranslated();
    const { rerender } = render(<Board {...FIRST} />);
    const before = document.querySelector('p')?.innerHTML;
    const undo = await act(async () => translate(document.body, put));
    await act(async () => undo());
    expect(document.querySelector('p')?.innerHTML).toBe(before);
    for (const [index, step] of STEPS.entries()) {
      rerender(<Board {...step} />);
      expect(shown()).toBe(texts[index]);
    }
  });
});

test('what is no text and is not there is still an error', () => {
  const stray = document.createElement('b');
  expect(() => document.body.removeChild(stray)).toThrow();
  expect(() => document.body.insertBefore(document.createElement('i'), stray)).toThrow();
});
