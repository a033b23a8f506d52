import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SavedCopyStrip } from '../../../src/components/saved-copy-strip.tsx';
import { useStays } from '../../../src/components/use-stays.ts';

type Line = { isReachable: boolean; isError?: boolean; isBusy?: boolean };

function Strip({ isReachable, isError = false, isBusy = false }: Line) {
  const isShown = useStays(!isReachable || isError, isBusy);
  if (!isShown) return null;
  return (
    <SavedCopyStrip isReachable={isReachable} savedAt={null} isBusy={isBusy} onRetry={() => {}} />
  );
}

test('says the same while it is tried again, and goes when that came to something', () => {
  const { rerender } = render(<Strip isReachable={false} />);
  const button = screen.getByRole('button', { name: 'Try again' });
  rerender(<Strip isReachable isBusy />);
  screen.getByText('You are offline');
  expect(screen.getByRole('button', { name: /Please wait/ })).toBe(button);
  rerender(<Strip isReachable isError />);
  screen.getByText('This could not be refreshed');
  rerender(<Strip isReachable isBusy />);
  screen.getByText('This could not be refreshed');
  rerender(<Strip isReachable />);
  expect(screen.queryByRole('status')).toBeNull();
});
