import { createEvent, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { beforeEach, describe, expect, it, test, vi } from 'vitest';
import { Dialog } from '../../../src/components/dialog.tsx';
import { GameScreen } from '../../../src/components/question.tsx';

describe('Dialog', () => {
  let app: HTMLElement;

  beforeEach(() => {
    document.body.innerHTML = '<div id="app"></div>';
    app = document.getElementById('app') as HTMLElement;
  });

  type Props = { children?: (close: () => void) => ReactNode };

  /** A page with one button that opens a dialog. */
  function Page({ children }: Props) {
    const [isOpen, setOpen] = useState(false);
    const close = () => setOpen(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        {isOpen && (children?.(close) ?? <Dialog title="Select Level" onClose={close} />)}
      </>
    );
  }

  function open(page = <Page />) {
    render(page, { container: app });
    const opener = screen.getByText('Open');
    opener.focus();
    fireEvent.click(opener);
    return opener;
  }

  function scrim(): Element {
    const element = document.querySelector('#dialogs .scrim');
    if (!element) throw new Error('no scrim');
    return element;
  }

  const isInert = () => app.hasAttribute('inert');

  it('is named by its title and stands outside of the app', () => {
    open();
    const dialog = screen.getByRole('dialog', { name: 'Select Level' });
    expect(dialog.getAttribute('aria-modal')).toBe('true');
    expect(app.contains(dialog)).toBe(false);
  });

  it('takes the focus to its title and gives it back', () => {
    const opener = open();
    expect(document.activeElement).toBe(screen.getByText('Select Level'));
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(document.activeElement).toBe(opener);
  });

  it('leaves the focus on the heading where what opened it has gone', async () => {
    const Profile = () => {
      const [step, setStep] = useState('none');
      return (
        <>
          <h1>Profile</h1>
          {step !== 'added' && (
            <button type="button" onClick={() => setStep('open')}>
              Open
            </button>
          )}
          {step === 'open' && <Dialog title="Bank" onClose={() => setStep('added')} />}
        </>
      );
    };
    open(<Profile />);
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByText('Profile')));
  });

  it('takes the focus to its first field where it has one', () => {
    open(
      <Page>
        {(close) => (
          <Dialog title="Get started" onClose={close}>
            <input aria-label="Locked" readOnly />
            <input aria-label="Phone" />
          </Dialog>
        )}
      </Page>,
    );
    expect(document.activeElement).toBe(screen.getByLabelText('Phone'));
  });

  it('makes the app inert and stops its scrolling while it is open', () => {
    open();
    expect(isInert()).toBe(true);
    expect(document.documentElement.hasAttribute('data-dialog')).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(isInert()).toBe(false);
    expect(document.documentElement.hasAttribute('data-dialog')).toBe(false);
  });

  it('closes on Escape', () => {
    open();
    fireEvent.keyDown(document, { key: 'Escape' });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('closes on a tap beside it, not on one inside', () => {
    open();
    fireEvent.click(screen.getByText('Select Level'));
    expect(screen.queryByRole('dialog')).not.toBeNull();
    fireEvent.click(scrim());
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('stays when it blocks: no close button, no Escape, no backdrop', () => {
    const onClose = vi.fn();
    open(<Page>{() => <Dialog title="Not enough coins" blocking onClose={onClose} />}</Page>);
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
    fireEvent.keyDown(document, { key: 'Escape' });
    fireEvent.click(scrim());
    expect(onClose).not.toHaveBeenCalled();
    expect(isInert()).toBe(true);
  });

  it('lies above another one, which is inert until it goes', () => {
    open(
      <Page>
        {(close) => (
          <Dialog title="Outer" onClose={close}>
            <Page>{(closeInner) => <Dialog title="Inner" onClose={closeInner} />}</Page>
          </Dialog>
        )}
      </Page>,
    );
    const [, openInner] = screen.getAllByText('Open');
    openInner?.focus();
    fireEvent.click(openInner as HTMLElement);
    const layers = document.querySelectorAll('#dialogs > *');
    expect([...layers].map((layer) => layer.hasAttribute('inert'))).toEqual([true, false]);

    fireEvent.keyDown(document, { key: 'Escape' });
    expect(screen.queryByRole('dialog', { name: 'Inner' })).toBeNull();
    expect(screen.queryByRole('dialog', { name: 'Outer' })).not.toBeNull();
    expect(document.activeElement).toBe(openInner);
    expect(isInert()).toBe(true);

    fireEvent.keyDown(document, { key: 'Escape' });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(isInert()).toBe(false);
  });

  it('listens to the back gesture where the browser tells of it', () => {
    const watchers: { onclose: (() => void) | null; destroy: () => void }[] = [];
    vi.stubGlobal(
      'CloseWatcher',
      class {
        onclose: (() => void) | null = null;
        destroy = vi.fn();
        constructor() {
          watchers.push(this);
        }
      },
    );
    try {
      const onClose = vi.fn();
      open(<Page>{() => <Dialog title="Leave the round?" onClose={onClose} />}</Page>);
      watchers.at(-1)?.onclose?.();
      expect(onClose).toHaveBeenCalledTimes(1);
      // It stayed open, so the next gesture asks again.
      watchers.at(-1)?.onclose?.();
      expect(onClose).toHaveBeenCalledTimes(2);
    } finally {
      vi.unstubAllGlobals();
    }
  });
});

describe('stray taps', () => {
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
});
