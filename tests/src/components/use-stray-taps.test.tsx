import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { Dialog } from '../../../src/components/dialog.tsx';

const pressed = vi.fn();

/** A button that opens a dialog with a button in it. */
function Stage() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen && (
        <Dialog title="Came up">
          <button type="button" onClick={pressed}>
            Inside
          </button>
        </Dialog>
      )}
    </>
  );
}

/** A tap at a place of the screen, so many milliseconds after the page's start. */
function tap(name: string, { x, y, at }: { x: number; y: number; at: number }) {
  const button = screen.getByText(name);
  const event = createEvent.click(button, { detail: 1, clientX: x, clientY: y });
  Object.defineProperty(event, 'timeStamp', { value: at });
  fireEvent(button, event);
}

/** Opens the dialog by a tap at 100, 100; gives the moment of that tap. */
function openDialog(): number {
  pressed.mockReset();
  render(<Stage />);
  const at = performance.now();
  tap('Open', { x: 100, y: 100, at });
  return at;
}

test('the second tap of a double tap presses nothing that came up under the finger', () => {
  const at = openDialog();
  tap('Inside', { x: 104, y: 98, at: at + 250 });
  expect(pressed).not.toHaveBeenCalled();
});

test('nor does a third one that follows as fast; a later one does', () => {
  const at = openDialog();
  tap('Inside', { x: 104, y: 98, at: at + 250 });
  tap('Inside', { x: 104, y: 98, at: at + 500 });
  expect(pressed).not.toHaveBeenCalled();
  tap('Inside', { x: 104, y: 98, at: at + 1000 });
  expect(pressed).toHaveBeenCalledTimes(1);
});

test('a tap elsewhere counts at once, and so does a key', () => {
  const at = openDialog();
  tap('Inside', { x: 100, y: 300, at: at + 250 });
  fireEvent.click(screen.getByText('Inside'));
  expect(pressed).toHaveBeenCalledTimes(2);
});

test('two taps on what was there before count both', () => {
  const at = openDialog();
  tap('Inside', { x: 100, y: 300, at: at + 1000 });
  tap('Inside', { x: 100, y: 300, at: at + 1200 });
  expect(pressed).toHaveBeenCalledTimes(2);
});
