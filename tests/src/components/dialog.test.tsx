import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Dialog } from '../../../src/components/dialog.tsx';

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

describe('Dialog', () => {
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
