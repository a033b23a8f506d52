// In the first load: every byte here is waited for by a phone on 2G (npm run budget).
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import styles from './error-page.module.css';
import { Screen } from './screen.tsx';
import { usePageStart } from './use-page-start.ts';

type Props = {
  title: string;
  help?: string;
  action: string;
  onAction: () => void;
  secondAction?: string;
  onSecondAction?: () => void;
};

/** A page of its own in place of one that could not come up: why, and one or two ways on. */
export function ErrorPage({ title, help, action, onAction, secondAction, onSecondAction }: Props) {
  usePageStart(title);
  return (
    <Screen>
      <main className={styles.page}>
        <EmptyState heading="h1" title={title} help={help}>
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
