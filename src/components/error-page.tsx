// In the first load: every byte here is waited for by a phone on 2G (npm run budget).
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import styles from './error-page.module.css';
import { Icon, type IconName } from './icon.tsx';
import { Screen } from './screen.tsx';
import { usePageStart } from './use-page-start.ts';
import { Wordmark } from './wordmark.tsx';

type Props = {
  title: string;
  help?: string;
  /** Of what is no error. */
  icon?: IconName | undefined;
  action: string;
  onAction: () => void;
  secondAction?: string;
  onSecondAction?: () => void;
};

/** A page of its own in place of one that could not come up: why, and one or two ways on. */
export function ErrorPage(props: Props) {
  const { title, help, icon, action, onAction, secondAction, onSecondAction } = props;
  usePageStart(title);
  return (
    <Screen>
      <header className={`${styles.bar} on-night`}>
        <Wordmark className={styles.logo} />
      </header>
      <main className={styles.page}>
        <EmptyState
          heading="h1"
          isError={!icon}
          art={icon && <Icon name={icon} size={64} />}
          title={title}
          help={help}
        >
          <div className={styles.actions}>
            <Button onClick={onAction}>{action}</Button>
            {secondAction && (
              <Button colour="line" onClick={onSecondAction}>
                {secondAction}
              </Button>
            )}
          </div>
        </EmptyState>
      </main>
    </Screen>
  );
}
