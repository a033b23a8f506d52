import { MyDataPage } from '../features/my-data/my-data-page.tsx';
import { OwedNote } from '../features/rewards/owed-note.tsx';
import { leaveDeleted, signOut } from './sign-out.ts';

/**
 * 'My data', with the prizes owed to the player and the ways out that must be on the phone before they
 * are needed.
 */
export function MyDataRoute() {
  return <MyDataPage owed={<OwedNote />} onDeleted={leaveDeleted} onSignOut={signOut} />;
}
