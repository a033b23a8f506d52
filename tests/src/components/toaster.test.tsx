import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  toastError,
  toastInfo,
  toastSuccess,
  toastWarning,
} from '../../../src/components/toast.ts';
import { Toaster } from '../../../src/components/toaster.tsx';

const FADED_MS = 200;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(300);
  render(<Toaster />);
  // From then on screen readers know the regions.
  act(() => vi.advanceTimersByTime(100));
});

afterEach(() => {
  act(() => toast.remove());
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const fade = () => pass(FADED_MS);
const raise = (text = 'Please Login') => act(() => void toastInfo(text));
const shown = (text = 'Please Login') => screen.queryByText(text);

const regions = () => [...document.querySelectorAll('[aria-live]:not([aria-live=off])')];
const spoken = (live: string) =>
  [...document.querySelectorAll(`[aria-live=${live}] > *`)].map((toast) => toast.textContent);

function bar(): HTMLElement {
  const element = shown()?.parentElement;
  if (!element) throw new Error('no toast');
  return element;
}

function drag(by: number) {
  fireEvent.pointerDown(bar(), { clientX: 200, pointerId: 1 });
  fireEvent.pointerMove(bar(), { clientX: 200 + by, pointerId: 1 });
  fireEvent.pointerUp(bar(), { clientX: 200 + by, pointerId: 1 });
  fireEvent.click(bar());
  fade();
}

describe('toasts', () => {
  it('go after five seconds', () => {
    raise();
    pass(4790);
    fade();
    expect(shown()).not.toBeNull();
    pass(10);
    fade();
    expect(shown()).toBeNull();
  });

  it('stand in #toasts, outside of what a dialog makes inert', () => {
    raise();
    expect(document.getElementById('toasts')?.contains(shown())).toBe(true);
  });

  it('are spoken politely when they inform, at once when they warn', () => {
    act(() => {
      toastInfo('info');
      toastSuccess('success');
      toastWarning('warning');
      toastError('error');
    });
    expect(spoken('polite')).toEqual(['success', 'info']);
    expect(spoken('assertive')).toEqual(['error', 'warning']);
  });

  it('come into regions that were there before them, and that stay', () => {
    act(() => toast.remove());
    cleanup();
    raise();
    render(<Toaster />);
    expect(regions()).toHaveLength(2);
    expect(shown()).toBeNull();
    pass(100);
    expect(spoken('polite')).toEqual(['Please Login']);
    const before = regions();
    fireEvent.click(bar());
    fade();
    expect(regions()).toEqual(before);
  });

  it('do not pile up: the same text starts its five seconds again', () => {
    raise();
    pass(4000);
    raise();
    expect(screen.getAllByText('Please Login')).toHaveLength(1);
    pass(4000);
    fade();
    expect(shown()).not.toBeNull();
  });

  it('go on a click', () => {
    raise();
    fireEvent.click(bar());
    fade();
    expect(shown()).toBeNull();
  });

  it('go on the Close button', () => {
    raise();
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    fade();
    expect(shown()).toBeNull();
  });

  it.each([241, -241])('go when dragged by %i of their 300 pixels', (by) => {
    raise();
    drag(by);
    expect(shown()).toBeNull();
  });

  it('stay, and spring back, when dragged by 239 of their 300 pixels', () => {
    raise();
    drag(239);
    expect(shown()).not.toBeNull();
    expect(bar().style.transform).toBe('');
  });

  it('wait while the pointer is on them', () => {
    raise();
    pass(3000);
    fireEvent.pointerMove(bar());
    pass(20_000);
    fade();
    expect(shown()).not.toBeNull();
    fireEvent.pointerLeave(bar());
    pass(1700);
    fade();
    expect(shown()).not.toBeNull();
    pass(200);
    fade();
    expect(shown()).toBeNull();
  });

  it('do not wait for a pointer that rests where they come up', () => {
    raise();
    fireEvent.pointerEnter(bar());
    pass(5000);
    fade();
    expect(shown()).toBeNull();
  });

  it('wait while the window has lost the focus', () => {
    raise();
    act(() => void window.dispatchEvent(new Event('blur')));
    pass(20_000);
    fade();
    expect(shown()).not.toBeNull();
    act(() => void window.dispatchEvent(new Event('focus')));
    pass(5000);
    fade();
    expect(shown()).toBeNull();
  });

  it('wait while a key has the focus in them, close on Escape, and give the focus back', () => {
    const before = document.body.appendChild(document.createElement('button'));
    before.focus();
    raise();
    act(() => screen.getByRole('button', { name: 'Close' }).focus());
    pass(20_000);
    fade();
    expect(shown()).not.toBeNull();
    const isFree = fireEvent.keyDown(screen.getByRole('button', { name: 'Close' }), {
      key: 'Escape',
    });
    expect(isFree).toBe(false);
    expect(document.activeElement).toBe(before);
    fade();
    expect(shown()).toBeNull();
    before.remove();
  });
});
