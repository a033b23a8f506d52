import { expect, test } from 'vitest';
import { type MenuEntry, menuEntries } from '../../../src/app/menu.tsx';
import { brandOf } from '../../../src/config/brands.ts';

const all = brandOf('all', null, 'all');
const glo = brandOf('glo', null, 'all');

test.each([
  ['all', all, 'Raffle Draw'],
  // Without the raffle, the payouts remain.
  ['glo', glo, 'My winnings'],
])('the players of %s are shown every page that exists', (_network, brand, rewards) => {
  expect(menuEntries(brand).map(({ path, name }) => [name, path])).toEqual([
    ['Home', '/home'],
    ['Millionaire Rush', '/millionaire-rush'],
    ['Leaderboard', '/leaderboard'],
    ['Practice', '/practice'],
    ['Billing', '/billing'],
    ['Profile', '/profile'],
    ['How To Win', '/rules'],
    ['FAQs', '/faqs'],
    ['Contact', '/contact'],
    ['Data used', '/data-used'],
    [rewards, '/rewards'],
  ]);
});

test('a page about a prize is no entry for players who cannot win it', () => {
  const entries: MenuEntry[] = [
    { path: '/home', icon: 'home', name: 'Home' },
    { path: '/rewards', icon: 'flag', name: 'Raffle Draw', prize: 'raffle' },
  ];
  expect(menuEntries(all, entries)).toHaveLength(2);
  expect(menuEntries(glo, entries).map(({ name }) => name)).toEqual(['Home']);
});
