import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { SideMenu } from '../../../src/app/menu.tsx';
import { chooseSound } from '../../../src/lib/choices.ts';
import { playApplause } from '../../../src/lib/feel.ts';
import { aUser } from '../../support/builders.ts';
import { renderScreen, signIn } from '../../support/render.tsx';

const play = vi.fn(() => Promise.reject(new Error('no line')));
const Sound = vi.fn(function Sound() {
  return { play };
});

beforeEach(() => {
  signIn();
  chooseSound(false);
  vi.stubGlobal('Audio', Sound);
  return () => vi.unstubAllGlobals();
});

test('sounds are off until the player turns them on; only then the applause is fetched', async () => {
  playApplause();
  await vi.dynamicImportSettled();
  expect(Sound).not.toHaveBeenCalled();
  const { unmount } = renderScreen(<SideMenu player={aUser()} onClose={() => undefined} />);
  const sound = () => screen.getByRole('switch', { name: 'Sound' });
  expect(sound().getAttribute('aria-checked')).toBe('false');
  fireEvent.click(sound());
  unmount();
  renderScreen(<SideMenu player={aUser()} onClose={() => undefined} />);
  expect(sound().getAttribute('aria-checked')).toBe('true');
  playApplause();
  await vi.dynamicImportSettled();
  expect(Sound.mock.calls).toEqual([['/sounds/applause.wav']]);
  expect(play).toHaveBeenCalledTimes(1);
});
