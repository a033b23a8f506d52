import '../../../../support/fake-clock.ts';
import { screen } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { answer } from '../../../../support/fake-api.ts';
import { pass } from '../../../../support/fake-clock.ts';
import { signIn } from '../../../../support/render.tsx';
import { openAt, press } from '../play.tsx';

const TEXT = `Football Mastermind: English Premier League, Medium
🟩🟩🟩🟩🟩🟩🟩🟥⬜⬜
7 of 10 right, 70 points. Can you beat me?
${location.origin}/?source=share`;

beforeEach(async () => {
  signIn();
  answer('post', 'points', 'no answer');
  await openAt(8);
  await press('Wrong 8');
  await pass(1100);
  await press('Skip');
  await pass(400);
  await press('Skip');
});

/** A browser with these features, or without. */
function browser(parts: object): void {
  for (const [name, value] of Object.entries(parts)) {
    Object.defineProperty(navigator, name, { value, configurable: true });
    onTestFinished(() => void Reflect.deleteProperty(navigator, name));
  }
}

test("a game is shared by the phone's own sheet, without who played it", async () => {
  const share = vi.fn(async () => undefined);
  browser({ share });
  await press('Share');
  expect(share).toHaveBeenCalledExactlyOnceWith({ text: TEXT });
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('who closes the sheet is told nothing', async () => {
  browser({ share: () => Promise.reject(new DOMException('closed', 'AbortError')) });
  await press('Share');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test.each([
  ['there is none', { share: undefined }],
  ['it fails', { share: () => Promise.reject(new DOMException('no', 'NotAllowedError')) }],
])('where %s WhatsApp comes first, and a copy last', async (_what, parts) => {
  const writeText = vi.fn(async () => undefined);
  browser({ ...parts, clipboard: { writeText } });
  await press('Share');
  expect(screen.getByRole('dialog', { name: 'Share your game' })).toBeTruthy();
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'WhatsApp' });
  expect(link.href).toBe(`https://wa.me/?text=${encodeURIComponent(TEXT)}`);
  await press('Copy');
  expect(writeText).toHaveBeenCalledExactlyOnceWith(TEXT);
  expect(screen.getByRole('button', { name: 'Copied' })).toBeTruthy();
});

test('a browser that does not copy says what to do', async () => {
  browser({ share: undefined, clipboard: undefined });
  await press('Share');
  await press('Copy');
  expect(screen.getByText(/^This phone does not let us copy/)).toBeTruthy();
});
