import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BrowserRouter, Link, Route, Routes } from 'react-router-dom';
import { beforeEach, expect, test } from 'vitest';
import { ToHome } from '../../../../src/features/leaderboard/board.tsx';

beforeEach(() => history.replaceState(null, '', '/'));

/** A dashboard, a page and a board that fails to load, on the browser's own history. */
function open() {
  render(
    <BrowserRouter>
      <Routes>
        <Route path="/" element={<Link to="/home">Enter</Link>} />
        <Route
          path="/home"
          element={
            <>
              <h1>Dashboard</h1>
              <Link to="/daily">Leaderboard</Link>
              <Link to="/rules">Rules</Link>
            </>
          }
        />
        <Route path="/rules" element={<Link to="/daily">Leaderboard</Link>} />
        <Route path="/daily" element={<ToHome />} />
      </Routes>
    </BrowserRouter>,
  );
}

const follow = (name: string) => userEvent.click(screen.getByRole('link', { name }));

test('Back leads away from the dashboard at once after a board that failed', async () => {
  open();
  await follow('Enter');
  await follow('Leaderboard');
  await screen.findByRole('heading', { name: 'Dashboard' });
  history.back();
  await screen.findByRole('link', { name: 'Enter' });
});

test('it leads to the dashboard from another page, too', async () => {
  open();
  await follow('Enter');
  await follow('Rules');
  await follow('Leaderboard');
  await screen.findByRole('heading', { name: 'Dashboard' });
  expect(location.pathname).toBe('/home');
});
