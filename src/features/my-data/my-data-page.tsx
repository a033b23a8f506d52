import type { ReactNode } from 'react';
import { PageLink } from '../../components/page-link.tsx';
import { PageScreen } from '../../components/page-screen.tsx';
import { paths } from '../../config/paths.ts';
import { useSignedInPlayer } from '../../session/use-player.ts';
import { DeleteCard } from './delete/delete-card.tsx';
import { DownloadCard } from './download-card.tsx';
import styles from './my-data-page.module.css';
import { SignInsCard } from './sign-ins-card.tsx';

type Props = {
  /** What is said of prizes that are not paid yet. */
  owed?: ReactNode;
  /** What is left on the phone goes, and the landing opens. */
  onDeleted: (playerId: string) => Promise<void>;
  onSignOut: () => Promise<void>;
};

/** 'My data' (flows.md#my-data): what is kept as a file, who is signed in, and the account's end. */
export function MyDataPage({ owed, onDeleted, onSignOut }: Props) {
  const player = useSignedInPlayer();
  return (
    <PageScreen title="My data" backTo={paths.profile}>
      <DownloadCard playerId={player.id} />
      <SignInsCard playerId={player.id} onSignOut={onSignOut} />
      <DeleteCard player={player} owed={owed} onDeleted={onDeleted} onSignOut={onSignOut} />
      <p className={styles.more}>
        <PageLink to={paths.privacy}>What we keep, and why</PageLink>
      </p>
    </PageScreen>
  );
}
