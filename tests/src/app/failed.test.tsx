import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, MemoryRouter, Route, Routes, useNavigate } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { ErrorBoundary } from '../../../src/app/failed.tsx';

function Home() {
  return <Link to="/leaderboard">Leaderboard</Link>;
}

function Leaderboard(): never {
  throw new TypeError('Failed to fetch dynamically imported module');
}

function Failed() {
  const navigate = useNavigate();
  return (
    <>
      <p>This page could not be opened</p>
      <button type="button" onClick={() => navigate(-1)}>
        Back
      </button>
    </>
  );
}

test('Back from a page that could not be opened shows the page before', async () => {
  const caught = vi.fn();
  window.heard = [];
  render(
    <MemoryRouter initialEntries={['/home']}>
      <ErrorBoundary fallback={<Failed />}>
        <Routes>
          <Route path="/home" element={<Home />} />
          <Route path="/leaderboard" element={<Leaderboard />} />
        </Routes>
      </ErrorBoundary>
    </MemoryRouter>,
    { onCaughtError: caught },
  );
  await userEvent.click(screen.getByRole('link', { name: 'Leaderboard' }));
  expect(screen.getByText('This page could not be opened')).toBeTruthy();
  expect(caught).toHaveBeenCalledOnce();
  expect(window.heard).toEqual([{ thrown: expect.any(TypeError), path: '/leaderboard' }]);
  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  expect(screen.getByRole('link', { name: 'Leaderboard' })).toBeTruthy();
  expect(screen.queryByText('This page could not be opened')).toBeNull();
});
