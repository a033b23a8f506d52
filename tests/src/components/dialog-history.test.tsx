import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { BrowserRouter, Link, Route, Routes, useNavigate } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Dialog } from '../../../src/components/dialog.tsx';

const ARRIVED_MS = 50;
const arrived = () => act(() => new Promise((resolve) => setTimeout(resolve, ARRIVED_MS)));
const dialogs = () => screen.queryAllByRole('dialog').map((dialog) => dialog.textContent);

async function goBack() {
  history.back();
  await arrived();
}

beforeEach(async () => {
  document.body.innerHTML = '<div id="app"></div>';
  history.pushState(null, '', '/before');
  history.pushState(null, '', '/home');
});

/** A page whose dialog opens another one, and links to other pages. */
function Home() {
  const [depth, setDepth] = useState(0);
  const navigate = useNavigate();
  const closeThen = (go: () => void) => () => {
    setDepth(0);
    go();
  };
  return (
    <>
      <p>At home</p>
      <button type="button" onClick={() => setDepth(1)}>
        Open
      </button>
      {depth > 0 && (
        <Dialog title="Outer" onClose={() => setDepth(0)}>
          <button type="button" onClick={() => setDepth(2)}>
            Deeper
          </button>
          <Link to="/board" onClick={() => setDepth(0)}>
            Board
          </Link>
          <button type="button" onClick={closeThen(() => navigate('/board', { replace: true }))}>
            Instead
          </button>
          <button type="button" onClick={closeThen(() => setTimeout(() => navigate('/board')))}>
            Later
          </button>
        </Dialog>
      )}
      {depth > 1 && <Dialog title="Inner" onClose={() => setDepth(1)} />}
    </>
  );
}

async function openHome() {
  const app = document.getElementById('app') as HTMLElement;
  render(
    <BrowserRouter>
      <Routes>
        <Route path="/home" element={<Home />} />
        <Route path="*" element={<p>Elsewhere</p>} />
      </Routes>
    </BrowserRouter>,
    { container: app },
  );
  const user = userEvent.setup();
  await user.click(screen.getByText('Open'));
  return user;
}

describe('Back', () => {
  it('closes the dialog and stays on the page, then leads to the page before', async () => {
    await openHome();
    await goBack();
    expect(dialogs()).toEqual([]);
    expect(location.pathname).toBe('/home');
    expect(document.activeElement).toBe(screen.getByText('Open'));
    await goBack();
    expect(location.pathname).toBe('/before');
  });

  it('closes one dialog after the other', async () => {
    const user = await openHome();
    await user.click(screen.getByText('Deeper'));
    expect(dialogs()).toHaveLength(2);
    await goBack();
    expect(dialogs()).toHaveLength(1);
    await goBack();
    expect(dialogs()).toEqual([]);
    expect(location.pathname).toBe('/home');
  });

  it('finds no trace of a dialog that its button closed', async () => {
    const user = await openHome();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await arrived();
    await goBack();
    expect(location.pathname).toBe('/before');
  });

  it('leads from a page that a dialog opened to the page of the dialog', async () => {
    const user = await openHome();
    await user.click(screen.getByText('Board'));
    await arrived();
    expect(screen.getByText('Elsewhere')).toBeTruthy();
    expect(location.pathname).toBe('/board');
    await goBack();
    expect(screen.getByText('At home')).toBeTruthy();
    expect(dialogs()).toEqual([]);
    await goBack();
    expect(location.pathname).toBe('/before');
  });

  it('finds a page that takes the place of the one with the dialog in its place', async () => {
    const user = await openHome();
    await user.click(screen.getByText('Instead'));
    await arrived();
    expect(screen.getByText('Elsewhere')).toBeTruthy();
    await goBack();
    expect(location.pathname).toBe('/before');
  });

  it('is not lost where a page opens while the dialog still goes', async () => {
    const user = await openHome();
    await user.click(screen.getByText('Later'));
    await arrived();
    expect(screen.getByText('Elsewhere')).toBeTruthy();
    expect(location.pathname).toBe('/board');
    await goBack();
    expect(location.pathname).toBe('/home');
    expect(screen.getByText('At home')).toBeTruthy();
  });

  it('asks a dialog that stays open again', async () => {
    const onClose = vi.fn();
    render(<Dialog title="Leave the round?" onClose={onClose} />);
    await arrived();
    await goBack();
    await goBack();
    expect(onClose).toHaveBeenCalledTimes(2);
    expect(location.pathname).toBe('/home');
  });

  it('leaves the page of a dialog that blocks', async () => {
    render(<Dialog title="Not enough coins" blocking />);
    await arrived();
    await goBack();
    expect(location.pathname).toBe('/before');
  });
});

describe('Tab', () => {
  it('stays in the dialog', async () => {
    const user = await openHome();
    const app = document.getElementById('app') as HTMLElement;
    for (let press = 0; press < 12; press++) {
      await user.tab({ shift: press > 6 });
      expect(app.contains(document.activeElement)).toBe(false);
    }
  });
});
