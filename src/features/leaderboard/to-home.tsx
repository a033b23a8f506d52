import { useEffect } from 'react';
import { Navigate } from 'react-router-dom';
import { toastError } from '../../components/toast.ts';
import { paths } from '../../config/paths.ts';

/** A board could not be retrieved and none is saved: the player is told and sent home (gameplay §4). */
export function ToHome() {
  useEffect(() => void toastError('Failed to retrieve leaderboard'), []);
  return <Navigate to={paths.home} replace />;
}
