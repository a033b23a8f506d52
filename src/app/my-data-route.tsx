import { MyDataPage } from '../features/my-data/my-data-page.tsx';
import { leaveDeleted, signOut } from './sign-out.ts';

/** 'My data', with the ways out that must be on the phone before they are needed. */
export function MyDataRoute() {
  return <MyDataPage onDeleted={leaveDeleted} onSignOut={signOut} />;
}
