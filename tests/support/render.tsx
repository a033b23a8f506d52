import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { Provider } from 'jotai';
import type { ReactElement } from 'react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { afterEach } from 'vitest';
import { queryClient } from '../../src/app/query-client.ts';
import { Toaster } from '../../src/components/toaster.tsx';
import type { User } from '../../src/contract/user.ts';
import { outcomesAtom } from '../../src/outbox/schedule.ts';
import { roundAtom } from '../../src/round/store.ts';
import { DEFAULT_SESSION, keepPlayer, store, updateSession } from '../../src/session/session.ts';
import { aUser } from './builders.ts';

// A read retried after the test would find no answer prepared.
afterEach(async () => {
  await queryClient.cancelQueries();
  queryClient.clear();
});

/** Signs a player in on this page. */
export function signIn(user: User = aUser(), token = 'token-of-ada'): void {
  updateSession(DEFAULT_SESSION);
  keepPlayer(user, token);
}

/** A screen with everything that the app puts around a screen; other addresses show where they lead. */
export function renderScreen(
  screen: ReactElement,
  {
    path = '/',
    at = '/',
  }: { path?: string; at?: string | { pathname: string; state: unknown } } = {},
) {
  queryClient.clear();
  store.set(outcomesAtom, {});
  store.set(roundAtom, null);
  return render(
    <Provider store={store}>
      <QueryClientProvider client={queryClient}>
        <MemoryRouter initialEntries={[at]}>
          <Routes>
            <Route path={path} element={screen} />
            <Route path="*" element={<Elsewhere />} />
          </Routes>
        </MemoryRouter>
        <Toaster />
      </QueryClientProvider>
    </Provider>,
  );
}

function Elsewhere() {
  const { pathname, search } = useLocation();
  return <p>{`At ${pathname}${search}`}</p>;
}
