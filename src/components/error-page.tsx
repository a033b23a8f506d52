import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import styles from './error-page.module.css';

type Props = {
  title: string;
  help?: string;
  action: string;
  onAction: () => void;
  secondAction?: string;
  onSecondAction?: () => void;
};

export function ErrorPage({ title, help, action, onAction, secondAction, onSecondAction }: Props) {
  return (
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
  );
}
