import { render, screen } from '@testing-library/react';
import { Provider } from 'jotai';
import type { ReactElement } from 'react';
import { MemoryRouter, Outlet, Route, Routes, useLocation } from 'react-router-dom';
import { ArrivalsOnly, VisitorsOnly } from '../../../../src/app/app.tsx';
import { Toaster } from '../../../../src/components/toaster.tsx';
import { OFFER_KEY } from '../../../../src/config/storage-keys.ts';
import { DEFAULT_OFFER, type Offer } from '../../../../src/offer/offer.ts';
import { store } from '../../../../src/session/session.ts';

type Options = {
  path: string;
  at: string | { pathname: string; state: unknown };
  guard?: 'visitors' | 'arrivals' | null;
  /** The phone's stored offer. */
  offer?: Offer | null;
};

const GUARDS = { visitors: <VisitorsOnly />, arrivals: <ArrivalsOnly onCome={() => undefined} /> };

/** An entry behind its guard; other addresses show where they are and the handed over state. */
export function renderEntry(
  entry: ReactElement,
  { path, at, guard = null, offer = DEFAULT_OFFER }: Options,
) {
  if (offer) localStorage.setItem(OFFER_KEY, JSON.stringify({ ...offer, links: undefined }));
  return render(
    <Provider store={store}>
      <MemoryRouter initialEntries={[at]}>
        <Routes>
          <Route element={guard ? GUARDS[guard] : <Outlet />}>
            <Route path={path} element={entry} />
          </Route>
          <Route path="*" element={<Elsewhere />} />
        </Routes>
      </MemoryRouter>
      <Toaster />
    </Provider>,
  );
}

function Elsewhere() {
  const { pathname, state } = useLocation();
  return (
    <>
      <p>At {pathname}</p>
      <pre data-testid="state">{JSON.stringify(state)}</pre>
    </>
  );
}

/** The state handed over to the address that the entry led to. */
export function handedOff(): unknown {
  return JSON.parse(screen.getByTestId('state').textContent ?? 'null');
}
