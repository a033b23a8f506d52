import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { Dialog } from '../../../src/components/dialog.tsx';
import { GameScreen } from '../../../src/components/question.tsx';

const pressed = vi.fn();

/** jsdom has no layout: an element that comes up is at the place of the first tap. */
let under: Element | null = null;
document.elementFromPoint = () => under;
beforeEach(() => pressed.mockReset());

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

/** Two steps at the same place: the same button under another name. */
function Steps() {
  const [step, setStep] = useState('Continue');
  return (
    <button type="button" onClick={() => (step === 'Pay' ? pressed() : setStep('Pay'))}>
      {step}
    </button>
  );
}

/** A tap at a place of the screen, this many milliseconds after the page's start. */
function tap(name: string, { x, y, at }: { x: number; y: number; at: number }) {
  const button = screen.getByText(name);
  const event = createEvent.click(button, { detail: 1, clientX: x, clientY: y });
  Object.defineProperty(event, 'timeStamp', { value: at });
  fireEvent(button, event);
}

/** Waits until the element under the finger could be seen; gives the time. */
async function seen(name: string): Promise<number> {
  under = screen.getByText(name);
  // The page's own check comes in the same frame, after the observer's call.
  await new Promise((resolve) => setTimeout(resolve));
  await new Promise(requestAnimationFrame);
  return performance.now();
}

/** Opens the dialog by a tap at 100, 100; gives the time of that tap. */
function openDialog(): number {
  render(<Stage />);
  const at = performance.now();
  tap('Open', { x: 100, y: 100, at });
  return at;
}

test('the second tap of a double tap presses nothing that came up under the finger', async () => {
  const at = openDialog();
  await seen('Inside');
  tap('Inside', { x: 104, y: 98, at: at + 120 });
  expect(pressed).not.toHaveBeenCalled();
});

test('nor does one that came before anything could be seen, however late', async () => {
  const at = openDialog();
  under = screen.getByText('Inside');
  await Promise.resolve();
  tap('Inside', { x: 104, y: 98, at: at + 390 });
  expect(pressed).not.toHaveBeenCalled();
});

test('nor does a third one that follows as fast; a later one does', async () => {
  const at = openDialog();
  const clock = vi.spyOn(performance, 'now').mockReturnValue(at + 20);
  await seen('Inside');
  clock.mockRestore();
  tap('Inside', { x: 104, y: 98, at: at + 120 });
  tap('Inside', { x: 104, y: 98, at: at + 240 });
  expect(pressed).not.toHaveBeenCalled();
  tap('Inside', { x: 104, y: 98, at: at + 400 });
  expect(pressed).toHaveBeenCalledTimes(1);
});

test('a tap on what could be seen for a moment counts', async () => {
  openDialog();
  const at = await seen('Inside');
  tap('Inside', { x: 104, y: 98, at: at + 160 });
  expect(pressed).toHaveBeenCalledTimes(1);
});

test('a tap on what could be seen counts, whatever changes elsewhere', async () => {
  openDialog();
  const at = await seen('Inside');
  screen.getByText('Open').textContent = 'Open, 2 s';
  await Promise.resolve();
  tap('Inside', { x: 104, y: 98, at: at + 160 });
  expect(pressed).toHaveBeenCalledTimes(1);
});

test.each([
  [340, 0],
  [360, 1],
])('on a phone that draws after 200 ms a tap after %i ms presses %i', async (after, times) => {
  const at = openDialog();
  const clock = vi.spyOn(performance, 'now').mockReturnValue(at + 200);
  await seen('Inside');
  tap('Inside', { x: 104, y: 98, at: at + after });
  clock.mockRestore();
  expect(pressed).toHaveBeenCalledTimes(times);
});

test('a tap elsewhere counts at once, and so does a key', () => {
  const at = openDialog();
  tap('Inside', { x: 100, y: 300, at: at + 50 });
  fireEvent.click(screen.getByText('Inside'));
  expect(pressed).toHaveBeenCalledTimes(2);
});

test('two taps on what was there before count both', async () => {
  openDialog();
  const at = await seen('Inside');
  tap('Inside', { x: 100, y: 300, at: at + 1000 });
  tap('Inside', { x: 100, y: 300, at: at + 1080 });
  expect(pressed).toHaveBeenCalledTimes(2);
});

test('a step that changes in an open dialog hears no second tap of the one before', async () => {
  openDialog();
  const at = (await seen('Inside')) + 1000;
  const clock = vi.spyOn(performance, 'now').mockReturnValue(at);
  tap('Continue', { x: 100, y: 300, at });
  await seen('Pay');
  tap('Pay', { x: 100, y: 300, at: at + 120 });
  tap('Pay', { x: 100, y: 300, at: at + 240 });
  expect(pressed).not.toHaveBeenCalled();
  tap('Pay', { x: 100, y: 300, at: at + 395 });
  expect(pressed).toHaveBeenCalledTimes(1);
  clock.mockRestore();
});

test.each([
  ['a game hears no second tap on what took the place of the first', undefined, 0],
  ['where any tap goes on, the second one does, too', () => {}, 1],
])('%s', async (_what, onTap, times) => {
  render(
    <GameScreen {...(onTap && { onTap })}>
      <Steps />
    </GameScreen>,
  );
  const at = performance.now() + 1000;
  // Each at another place, far from any tap of an earlier test.
  const x = 200 + 100 * times;
  tap('Continue', { x, y: 300, at });
  await seen('Pay');
  tap('Pay', { x, y: 300, at: at + 120 });
  expect(pressed).toHaveBeenCalledTimes(times);
});
