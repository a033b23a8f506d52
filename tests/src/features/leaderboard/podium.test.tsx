import { render, screen, within } from '@testing-library/react';
import { Provider } from 'jotai';
import type { ComponentProps } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { BoardRow, PlacedRow } from '../../../../src/contract/boards.ts';
import { PodiumBoard, PodiumPanel } from '../../../../src/features/leaderboard/podium.tsx';
import { resultsAtom } from '../../../../src/outbox/schedule.ts';
import { DEFAULT_PRIZES, prizeRows } from '../../../../src/rules/prizes.ts';
import { store } from '../../../../src/session/session.ts';
import { anEntry, aUser, boardRows, aBoardRow as row } from '../../../support/builders.ts';
import { renderScreen, signIn } from '../../../support/render.tsx';

beforeEach(() => signIn(aUser({ id: 'nobody' })));

const prizeOf = (board: 'weekly' | 'monthly') => prizeRows(DEFAULT_PRIZES, 'all', board)[0] ?? null;

const LONG = 'A name that is exactly forty letters long';

type Shown = {
  own?: BoardRow;
  position?: number;
  neighbours?: PlacedRow[];
  network?: string;
} & Partial<ComponentProps<typeof PodiumBoard>>;

function show(rows: BoardRow[], shown: Shown = {}) {
  const { own = null, position = null, neighbours = [], network = 'all', ...props } = shown;
  if (own) signIn(aUser({ id: own.userId, network }));
  return render(
    <Provider store={store}>
      <PodiumBoard
        board={{ leaderBoard: rows, user: own, position, neighbours, period: null }}
        prize={prizeOf('weekly')}
        hasZone
        isOver={false}
        onPlay={() => {}}
        {...props}
      />
    </Provider>,
  );
}

const items = () => screen.getAllByRole('listitem');

const names = () => items().map((item) => item.querySelector('[dir]')?.textContent);

const places = (list: HTMLElement) =>
  within(list)
    .getAllByRole('listitem')
    .map((item) => item.querySelector('.place')?.textContent);

/** The places of all rows below the podium, including the own one. */
const rowPlaces = () =>
  [...document.querySelectorAll('.row .place')].map(({ textContent }) => textContent);

const own = () => screen.getByRole('region', { name: 'Your place' }).textContent;

describe('the weekly board', () => {
  it('says when there is none yet', () => {
    show([]);
    expect(screen.getByRole('heading', { name: 'No leaderboard yet' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Play now' })).toBeTruthy();
    expect(screen.queryByText('WINNING ZONE')).toBeNull();
  });

  it('tells a player whose result waits that it will count', () => {
    store.set(resultsAtom, [anEntry()]);
    show(boardRows(12));
    expect(screen.getByText(/are not on the board yet/).textContent).toContain(
      'Your result is waiting to send, and counts then.',
    );
    store.set(resultsAtom, []);
  });

  it('asks nobody to play for a week that is over', () => {
    show([], { isOver: true });
    expect(screen.getByRole('heading', { name: 'Nobody played' })).toBeTruthy();
    expect(screen.queryByText(/yet/)).toBeNull();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it.each([1, 2, 3, 4, 10, 11, 31])('shows all of %i players in their order', (count) => {
    show(boardRows(count));
    expect(names()).toEqual(boardRows(count).map(({ fmuser }) => fmuser.name));
  });

  it('shows 31 of 50', () => {
    show(boardRows(50));
    expect(items()).toHaveLength(31);
    expect(screen.queryByText('Player 32')).toBeNull();
  });

  it('reads the podium as 1, 2, 3', () => {
    show(boardRows(3));
    expect(places(screen.getByRole('region', { name: 'Top 3' }))).toEqual(['1', '2', '3']);
  });

  it('closes the paid places with the WINNING ZONE', () => {
    show(boardRows(12));
    const zone = screen.getByText('WINNING ZONE');
    const follows = (name: string) =>
      Boolean(
        zone.compareDocumentPosition(screen.getByText(name)) & Node.DOCUMENT_POSITION_FOLLOWING,
      );
    expect(follows('Player 10')).toBe(false);
    expect(follows('Player 11')).toBe(true);
    expect(screen.getByText('Top 10 win cash')).toBeTruthy();
  });

  it('shows the cash of each paid place and of no other', () => {
    show(boardRows(12));
    const cash = items().map((item) => /₦[\d,]+/.exec(item.textContent ?? '')?.[0]);
    expect(cash.slice(0, 3)).toEqual(['₦3,980', '₦3,960', '₦3,940']);
    expect(cash.filter(Boolean)).toHaveLength(10);
  });

  it('shows no cash for fewer than 50 points', () => {
    show([row(1, { highScore: 50 }), row(2, { highScore: 49 })]);
    expect(items()[0]?.textContent).toContain('₦100');
    expect(items()[1]?.textContent).not.toContain('₦');
  });

  it('keeps the order it was given when points are equal', () => {
    show([row(1, { highScore: 70 }), row(2, { highScore: 70 }), row(3, { highScore: 70 })]);
    expect(names()).toEqual(['Player 1', 'Player 2', 'Player 3']);
  });

  it('tells players of one name apart, always by the same mark, and nobody else', () => {
    const rows = [
      row(1, { name: 'Ada' }),
      row(2, { name: 'Bola' }),
      row(3, { name: 'Musa' }),
      row(4, { name: 'ada' }),
    ];
    show(rows);
    const marks = items().map((item) => /#[\w-]{3}/.exec(item.textContent ?? '')?.[0]);
    expect(marks).toEqual([
      `#${rows[0]?.userId.slice(-3)}`,
      undefined,
      undefined,
      `#${rows[3]?.userId.slice(-3)}`,
    ]);
  });

  it('says on the podium which is the own place', () => {
    show(boardRows(3), { own: row(2), position: 2 });
    expect(items().map((item) => item.textContent?.includes('You'))).toEqual([false, true, false]);
  });

  it('shows the own place, also below the board', () => {
    show(boardRows(31), { own: row(420, { name: 'Ada', highScore: 5 }), position: 420 });
    expect(own()).toContain('420');
    expect(own()).toContain('Ada');
    expect(own()).not.toContain('₦');
  });

  it.each([4, 10, 11, 31])('shows the own row once, in its place: %i', (position) => {
    show(boardRows(31), { own: row(position), position });
    expect(screen.getAllByText(`Player ${position}`)).toHaveLength(1);
    expect(rowPlaces()).toEqual(
      boardRows(31)
        .slice(3)
        .map((_, index) => `${index + 4}`),
    );
  });

  it.each([2, 32])('shows the own row of place %i below the podium', (position) => {
    show(boardRows(50), { own: row(position), position });
    expect(rowPlaces().slice(0, 2)).toEqual([`${position}`, '4']);
    expect(own()).toContain(`Player ${position}`);
  });

  it('shows the cash of the own place when it is paid', () => {
    show(boardRows(10), { own: row(4), position: 4 });
    expect(own()).toContain('₦3,920');
  });

  it.each([
    [false, /not on the board yet. Play a game/],
    [true, /had no points then/],
  ])('tells who is not on it why (over: %s)', (isOver, text) => {
    show(boardRows(3), { isOver });
    expect(screen.getByText(text)).toBeTruthy();
  });

  it('shows who stands around a player below the rows that are served', () => {
    const around = [418, 419, 420, 421, 422].map((place) => ({
      ...row(place, { highScore: 600 - place }),
      position: place,
    }));
    show(boardRows(50), { own: row(420), position: 420, neighbours: around });
    expect(screen.getByRole('heading', { name: 'Around you' })).toBeTruthy();
    expect(rowPlaces().slice(-5)).toEqual(['418', '419', '420', '421', '422']);
    expect(screen.getAllByText('Player 420')).toHaveLength(1);
    const [before, behind] = screen.getAllByRole<HTMLOListElement>('list').slice(-2);
    expect([before?.start, behind?.start]).toEqual([418, 421]);
    expect(behind?.textContent).toContain('Player 421');
    expect(behind?.textContent).toContain('179 pts');
  });

  it('has no such part where nobody is told', () => {
    show(boardRows(31), { own: row(4), position: 4 });
    expect(screen.queryByText('Around you')).toBeNull();
  });

  it.each([['I'], [LONG], ['محمد عبد الرحمن']])('gives the name %j its own direction', (name) => {
    show([row(1), row(2), row(3), row(4, { name })]);
    const shown = screen.getByText(name, { selector: '[dir=auto]' });
    expect(shown.textContent).toBe(name);
  });

  it.each([[''], [null], ['   ']])('calls a player with the name %j Player', (name) => {
    show([row(1, { name })]);
    expect(names()).toEqual(['Player']);
  });
});

describe('the monthly board', () => {
  const monthly = { prize: prizeOf('monthly'), hasZone: false };

  it('pays its first place alone', () => {
    show(boardRows(31), monthly);
    expect(items()[0]?.textContent).toContain('₦50,000');
    expect(items().filter(({ textContent }) => textContent?.includes('₦'))).toHaveLength(1);
  });

  it('has no WINNING ZONE and leaves nobody out', () => {
    show(boardRows(50), monthly);
    expect(screen.queryByText('WINNING ZONE')).toBeNull();
    expect(items()).toHaveLength(31);
  });
});

describe("the weekly board of glo's players", () => {
  const marks = () => document.querySelectorAll('.watermark');
  const glo = { own: row(4), position: 4, network: 'glo' };

  it('has the watermark behind its rows, which no reader says', () => {
    show(boardRows(12), glo);
    expect([...marks()].map(({ textContent }) => textContent)).toEqual(['glo', 'glo']);
    for (const mark of marks()) {
      expect(mark.getAttribute('aria-hidden')).toBe('true');
      expect(mark.nextElementSibling?.tagName).toBe('OL');
    }
  });

  it('tells of no weekly cash, and closes no paid places', async () => {
    signIn(aUser({ id: '4', network: 'glo' }));
    const board = { leaderBoard: boardRows(12), user: row(4), position: 4 };
    const { container } = renderScreen(
      <PodiumPanel
        board="current-week"
        read={{
          data: { ...board, neighbours: [], period: null },
          savedAt: Date.now(),
          isCopy: false,
          hasFailed: false,
          isNeverRead: false,
          isError: false,
          isFetching: false,
          refresh: () => {},
        }}
        onEnd={() => {}}
      />,
    );
    await screen.findByText('Player 12');
    expect(container.textContent).not.toMatch(/₦|win cash|WINNING ZONE/);
  });

  it('is the only one with a watermark', () => {
    show(boardRows(12));
    expect(marks()).toHaveLength(0);
  });
});
