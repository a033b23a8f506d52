import { useNavigate } from 'react-router-dom';
import { Button } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { EmptyState, Screen, usePageStart } from '../components/screens.tsx';
import { paths } from '../config/paths.ts';
import styles from './other-tab-screen.module.css';

const TITLE = 'This game is open in another tab';

/** What is played is played in one tab: here it waits until that one lets it go. */
export function OtherTabScreen() {
  const navigate = useNavigate();
  usePageStart(TITLE);
  return (
    <Screen>
      <main className={styles.page}>
        <EmptyState
          heading="h1"
          art={<Icon name="info" size={64} className={styles.art} />}
          title={TITLE}
          help="Play it there. When you close it there, it goes on here."
        >
          <Button className={styles.leave} onClick={() => navigate(paths.home, { replace: true })}>
            Go Home
          </Button>
        </EmptyState>
      </main>
    </Screen>
  );
}
