import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { Dialog } from '../../../src/components/dialog.tsx';
import { GameScreen } from '../../../src/components/game-screen.tsx';

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
          <Steps />
        </Dialog>
      )}
    </>
  );
}

/** Two steps in the same place: the same button under another name. */
function Steps() {
  const [step, setStep] = useState('Continue');
  return (
    <button type="button" onClick={() => (step === 'Pay' ? pressed() : setStep('Pay'))}>
      {step}
    </button>
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

test('a step that changes in an open dialog hears no second tap of the one before', () => {
  const at = openDialog();
  tap('Continue', { x: 100, y: 300, at: at + 1000 });
  tap('Pay', { x: 100, y: 300, at: at + 1120 });
  tap('Pay', { x: 100, y: 300, at: at + 1300 });
  expect(pressed).not.toHaveBeenCalled();
  tap('Pay', { x: 100, y: 300, at: at + 2000 });
  expect(pressed).toHaveBeenCalledTimes(1);
});

test.each([
  ['a game hears no second tap on what took the place of the first', undefined, 0],
  ['where any tap goes on, the second one does, too', () => {}, 1],
])('%s', (_what, onTap, times) => {
  pressed.mockReset();
  render(
    <GameScreen {...(onTap && { onTap })}>
      <Steps />
    </GameScreen>,
  );
  const at = performance.now() + 1000;
  // At another place for each, so that no tap of a test before is near.
  const x = 200 + 100 * times;
  tap('Continue', { x, y: 300, at });
  tap('Pay', { x, y: 300, at: at + 120 });
  expect(pressed).toHaveBeenCalledTimes(times);
});
