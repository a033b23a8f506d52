import { useEffect, useState } from 'react';
import { Navigate, Outlet } from 'react-router-dom';
import { PageLoading } from '../components/page-loading.tsx';
import { paths } from '../config/paths.ts';
import { usePlayer } from '../session/use-player.ts';

/** The toast's id keeps two guards from saying it twice (flows.md#guards). */
const PLEASE_LOGIN_ID = 'error103';

/** The public group: a signed-in player goes to the dashboard (flows.md#guards). */
export function VisitorsOnly() {
  return usePlayer() ? <ToDashboard /> : <Outlet />;
}

/**
 * Only who comes with a token is sent on: who gets one by the link stays until the link has said
 * what it has to say (flows.md#sign-in-by-a-link).
 */
export function ArrivalsOnly({ onCome }: { onCome: () => void }) {
  const player = usePlayer();
  const [wasPlayer] = useState(player !== null);
  // The link's own calls go first.
  useEffect(onCome, [onCome]);
  return wasPlayer ? <ToDashboard /> : <Outlet />;
}

function ToDashboard() {
  return (
    <>
      {/* The router keeps what is shown until the dashboard's code is there. */}
      <PageLoading />
      <Navigate to={paths.home} replace />
    </>
  );
}

/** The logged-in group: a visitor goes to the landing page and is told why (flows.md#guards). */
export function PlayersOnly({ onEnter }: { onEnter: () => void }) {
  const isPlayer = usePlayer() !== null;
  useEffect(() => {
    if (isPlayer) onEnter();
  }, [isPlayer, onEnter]);
  return isPlayer ? <Outlet /> : <ToLanding />;
}

function ToLanding() {
  useEffect(() => {
    import('../components/toast.ts').then(
      ({ toastError }) => toastError('Please Login', { id: PLEASE_LOGIN_ID }),
      // No line for the toast's code: the landing page says enough.
      () => undefined,
    );
  }, []);
  return <Navigate to={paths.root} replace />;
}
