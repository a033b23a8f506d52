import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { NetworkStrip } from '../../../src/components/network-strip.tsx';
import type { NetworkState } from '../../../src/lib/reachability.ts';

const READ = { savedAt: null, isError: false, isFetching: false, refresh: () => undefined };

type Shown = { line: NetworkState; isError?: boolean; isFetching?: boolean; savedAt?: number };

function Strip({ line, ...read }: Shown) {
  return <NetworkStrip line={line} reads={[{ ...READ, ...read }]} />;
}

test('says the same while it is tried again, and goes when that came to something', () => {
  const { rerender } = render(<Strip line="none" />);
  const button = screen.getByRole('button', { name: 'Try again' });
  rerender(<Strip line="good" isFetching />);
  screen.getByText('No network');
  expect(screen.getByRole('button', { name: /Please wait/ })).toBe(button);
  rerender(<Strip line="good" isError />);
  screen.getByText('This could not be refreshed');
  rerender(<Strip line="good" isFetching />);
  screen.getByText('This could not be refreshed');
  rerender(<Strip line="good" />);
  expect(screen.queryByRole('status')).toBeNull();
});

test('a slow line is said with the age of what is shown, and asks for no other try', () => {
  const { rerender } = render(<Strip line="slow" isFetching savedAt={Date.now() - 5 * 60_000} />);
  screen.getByText('Slow network');
  screen.getByText('This is from 5 minutes ago');
  expect(screen.queryByRole('button')).toBeNull();
  rerender(<Strip line="slow" />);
  screen.getByText('It takes longer than usual');
  rerender(<Strip line="slow" isError />);
  screen.getByText('Slow network');
  screen.getByRole('button', { name: 'Try again' });
  rerender(<Strip line="good" />);
  expect(screen.queryByText('Slow network')).toBeNull();
});

test('is said aloud once: not again by the next screen, and anew when the line goes once more', () => {
  const first = render(<Strip line="none" />);
  screen.getByRole('status');
  first.unmount();
  const second = render(<Strip line="none" />);
  screen.getByText('No network');
  expect(screen.queryByRole('status')).toBeNull();
  second.rerender(<Strip line="slow" />);
  expect(screen.getByRole('status').textContent).toContain('Slow network');
  for (let time = 1; time <= 2; time++) {
    second.rerender(<Strip line="good" />);
    second.rerender(<Strip line="none" />);
    screen.getByRole('status');
  }
});

test('a page without reads says what can be done all the same', () => {
  const { rerender } = render(<NetworkStrip line="none" reads={[]} help="You can write now." />);
  screen.getByText('You can write now.');
  expect(screen.queryByRole('button')).toBeNull();
  rerender(<NetworkStrip line="slow" reads={[]} help="You can write now." />);
  expect(screen.queryByText('You can write now.')).toBeNull();
});
