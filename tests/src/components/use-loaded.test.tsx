import { render, screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { useLoaded } from '../../../src/components/screens.tsx';

vi.mock('../../../src/lib/backoff.ts', () => ({ backoffMs: () => 0 }));

test('a part whose code and styles were lost on the way comes up with both', async () => {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = '/assets/part.css';
  document.head.append(link);
  onTestFinished(() => document.querySelector('link[rel=stylesheet]')?.remove());

  const load = vi
    .fn(() => Promise.resolve(() => <p>The part</p>))
    .mockImplementationOnce(() => {
      link.dispatchEvent(new Event('error'));
      return Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
    });
  function Screen() {
    const Part = useLoaded(load);
    return Part ? <Part /> : null;
  }
  render(<Screen />);
  await screen.findByText('The part');
  expect(load).toHaveBeenCalledTimes(2);
  const styles = document.querySelectorAll('link[rel=stylesheet]');
  expect([...styles].map((style) => style.getAttribute('href'))).toEqual(['/assets/part.css']);
  // A browser asks again only for a link that is new in the page.
  expect(styles[0]).not.toBe(link);
});
