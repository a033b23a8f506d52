import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type MenuEntry, menuEntries, SideMenu } from '../../../src/app/menu.tsx';
import { brandOf } from '../../../src/config/brands.ts';
import { chooseSound } from '../../../src/lib/choices.ts';
import { playApplause } from '../../../src/lib/feel.ts';
import { aUser } from '../../support/builders.ts';
import { renderScreen, signIn } from '../../support/render.tsx';

const all = brandOf('all', null, 'all');

const glo = brandOf('glo', null, 'all');

test('players without the raffle have their winnings in its place', () => {
  const names = (brand: typeof all) => menuEntries(brand).map(({ name }) => name);
  expect(names(all)).toContain('Raffle Draw');
  expect(names(glo)).toEqual(
    names(all).map((name) => (name === 'Raffle Draw' ? 'My winnings' : name)),
  );
});

test('a page about a prize is no entry for players who cannot win it', () => {
  const entries: MenuEntry[] = [
    { path: '/home', icon: 'home', name: 'Home' },
    { path: '/rewards', icon: 'flag', name: 'Raffle Draw', prize: 'raffle' },
  ];
  expect(menuEntries(all, entries)).toHaveLength(2);
  expect(menuEntries(glo, entries).map(({ name }) => name)).toEqual(['Home']);
});

describe('the switch of sounds', () => {
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
});
