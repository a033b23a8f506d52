import { MyDataPage } from '../features/my-data/my-data-page.tsx';
import { OwedNote } from '../features/rewards/owed-note.tsx';
import { leaveDeleted, signOut } from './sign-out.ts';

/**
 * The page 'My data' with the prizes that the player is owed. Signing out and leaving after a deletion
 * are part of this chunk, so that their code is on the phone before it is needed.
 */
export function MyDataRoute() {
  return <MyDataPage owed={<OwedNote />} onDeleted={leaveDeleted} onSignOut={signOut} />;
}
