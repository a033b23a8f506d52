import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { ErrorPage, usePageStart } from '../../../src/components/screens.tsx';

const TITLE = document.title;

afterEach(() => expect(document.title).toBe(TITLE));

function Loading({ onFail }: { onFail: () => void }) {
  usePageStart('Loading');
  return (
    <>
      <h1>Loading</h1>
      <button type="button" onClick={onFail}>
        Fail
      </button>
    </>
  );
}

function Door() {
  const [hasFailed, setFailed] = useState(false);
  return hasFailed ? (
    <ErrorPage title="No network" action="Try again" onAction={() => setFailed(false)} />
  ) : (
    <Loading onFail={() => setFailed(true)} />
  );
}

test('a page that fails is named anew, and its heading has the focus; so has what is tried again', async () => {
  const { unmount } = render(<Door />, { wrapper: MemoryRouter });
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Loading' }));
  await userEvent.click(screen.getByRole('button', { name: 'Fail' }));
  expect(document.title).toBe('No network · Football Mastermind');
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'No network' }));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(document.title).toBe('Loading · Football Mastermind');
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Loading' }));
  unmount();
});
