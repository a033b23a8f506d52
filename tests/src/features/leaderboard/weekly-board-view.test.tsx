import { render, screen, within } from '@testing-library/react';
import { Provider } from 'jotai';
import { beforeEach, describe, expect, it } from 'vitest';
import type { BoardRow } from '../../../../src/contract/boards.ts';
import { WeeklyBoardView } from '../../../../src/features/leaderboard/weekly-board-view.tsx';
import { DEFAULT_SESSION, store, updateSession } from '../../../../src/session/session.ts';

beforeEach(() => updateSession(DEFAULT_SESSION));

const LONG = 'A name that is exactly forty letters long';

function row(place: number, changes: Partial<BoardRow> & { name?: string | null } = {}): BoardRow {
  const { name = `Player ${place}`, ...rest } = changes;
  return {
    id: `row-${place}`,
    userId: `user-${place}`,
    highScore: 2000 - place * 10,
    fmuser: { name, image: null },
    ...rest,
  };
}

const board = (count: number) => Array.from({ length: count }, (_, index) => row(index + 1));

function show(rows: BoardRow[] | undefined, own: BoardRow | null = null, position?: number) {
  return render(
    <Provider store={store}>
      <WeeklyBoardView
        rows={rows}
        own={own}
        position={position ?? null}
        playerId={own?.userId ?? 'nobody'}
      />
    </Provider>,
  );
}

const names = () =>
  screen.getAllByRole('listitem').map((item) => item.querySelector('[dir]')?.textContent);
const items = () => screen.getAllByRole('listitem');

describe('the weekly board', () => {
  it('says when there is none yet', () => {
    show([]);
    expect(screen.getByRole('heading', { name: 'No leaderboard yet' })).toBeTruthy();
    expect(screen.queryByText('WINNING ZONE')).toBeNull();
  });

  it('shows its shape while it is on its way', () => {
    show(undefined);
    expect(screen.getByRole('status', { name: 'Loading the leaderboard' })).toBeTruthy();
  });

  it.each([1, 2, 3, 4, 10, 11, 31])('shows all of %i players in their order', (count) => {
    show(board(count));
    expect(names()).toEqual(board(count).map(({ fmuser }) => fmuser.name));
  });

  it('shows 31 of 50', () => {
    show(board(50));
    expect(items()).toHaveLength(31);
    expect(screen.queryByText('Player 32')).toBeNull();
  });

  it('reads the podium as 1, 2, 3', () => {
    show(board(3));
    const podium = within(screen.getByRole('region', { name: 'Top 3' }));
    expect(
      podium.getAllByRole('listitem').map((item) => item.querySelector('.place')?.textContent),
    ).toEqual(['1', '2', '3']);
  });

  it('closes the paid places with the WINNING ZONE', () => {
    show(board(12));
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
    show(board(12));
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

  it('shows the own place, also below the board', () => {
    show(board(31), row(420, { name: 'Ada', highScore: 5 }), 420);
    const own = screen.getByText('You').closest('div');
    expect(own?.textContent).toContain('420');
    expect(own?.textContent).toContain('Ada');
    expect(own?.textContent).not.toContain('₦');
  });

  it('shows the cash of the own place when it is paid', () => {
    show(board(10), row(4), 4);
    expect(screen.getByText('You').closest('div')?.textContent).toContain('₦3,920');
  });

  it('tells who is not on it how to get there', () => {
    show(board(3));
    expect(screen.getByText(/not on the board yet/)).toBeTruthy();
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

describe("the weekly board of glo's players", () => {
  const marks = () => document.querySelectorAll('.watermark');

  it('has the watermark behind its rows, which no reader says', () => {
    updateSession({ network: 'glo' });
    show(board(12));
    expect([...marks()].map(({ textContent }) => textContent)).toEqual(['glo', 'glo']);
    for (const mark of marks()) {
      expect(mark.getAttribute('aria-hidden')).toBe('true');
      expect(mark.nextElementSibling?.tagName).toBe('OL');
    }
  });

  it('tells of no weekly cash', () => {
    updateSession({ network: 'glo' });
    const { container } = show(board(12), row(4), 4);
    expect(screen.getByText('WINNING ZONE')).toBeTruthy();
    expect(container.textContent).not.toMatch(/₦|win cash/);
  });

  it('is the only one with a watermark', () => {
    show(board(12));
    expect(marks()).toHaveLength(0);
  });
});
