// In the first load: every byte here is waited for by a phone on 2G (npm run budget).
import { type ComponentType, type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import { useNavigationType } from 'react-router-dom';
import { backoffMs } from '../lib/backoff.ts';
import { Wordmark } from './brand.tsx';
import { Button } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';
import styles from './screens.module.css';

type ScreenProps = { children: ReactNode };

/** The frame of a page: as wide as a phone at most, and as high as the screen at least. */
export function Screen({ children }: ScreenProps) {
  return <div className={styles.screen}>{children}</div>;
}

type ErrorPageProps = {
  title: string;
  help?: string;
  /** For a page that shows no error. */
  icon?: IconName | undefined;
  action: string;
  onAction: () => void;
  secondAction?: string;
  onSecondAction?: () => void;
};

/** A page of its own in place of one that could not come up: why, and one or two ways on. */
export function ErrorPage(props: ErrorPageProps) {
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

type EmptyStateProps = {
  /** A drawing. A failure has the warning sign instead, and nothing else has. */
  art?: ReactNode;
  isError?: boolean;
  title: string;
  help?: ReactNode;
  action?: string | undefined;
  onAction?: (() => void) | undefined;
  heading?: 'h1' | 'h2' | 'h3';
  children?: ReactNode;
};

export function EmptyState({
  art,
  isError = false,
  title,
  help,
  action,
  onAction,
  heading: Heading = 'h2',
  children,
}: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      {isError ? <WarningSign /> : art}
      <Heading className={styles.title}>{title}</Heading>
      {help && <p className={styles.help}>{help}</p>}
      {action && onAction && (
        <Button size="sm" onClick={onAction}>
          {action}
        </Button>
      )}
      {children}
    </div>
  );
}

function WarningSign() {
  return (
    <svg viewBox="0 0 88 88" width="88" height="88" aria-hidden="true">
      <path className={styles.sign} d="M44 6l42 74H2z" />
      <path className={styles.stroke} d="M39 32h10l-2 26h-6zM39.5 62h9v9h-9z" />
    </svg>
  );
}

/** The title of the document itself: the tab has it between two pages. */
const APP_TITLE = document.title;

/** A focus that was lost with its element goes to the page's heading. */
export function findFocus(): void {
  const heading = document.querySelector('h1');
  if (!heading || document.activeElement !== document.body) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/**
 * Names the page in the tab, the task switcher and for screen readers; a focus that was lost with the
 * former content goes to the heading. A page that is opened begins at its top, one that Back leads to
 * where it was left.
 */
export function usePageStart(title: string): void {
  const isOpened = useNavigationType() !== 'POP';
  // Before a page goes to the part that its address names.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as it comes up.
  useLayoutEffect(() => {
    if (isOpened) document.documentElement.scrollTop = 0;
  }, []);
  useEffect(() => {
    document.title = `${title} · Football Mastermind`;
    findFocus();
    return () => {
      document.title = APP_TITLE;
    };
  }, [title]);
}

/**
 * A part that the screen does without until its code is there, tried again after a dropped line.
 * `load` is the same function at each rendering, `null` while the part is not wanted.
 */
export function useLoaded<Props = object>(
  load: (() => Promise<ComponentType<Props>>) | null,
): ComponentType<Props> | null {
  const [part, setPart] = useState<ComponentType<Props> | null>(null);
  useEffect(() => {
    if (!load) return;
    let isGone = false;
    let timer: ReturnType<typeof setTimeout>;
    const attempt = (number: number): Promise<void> =>
      load().then(
        (loaded) => {
          if (!isGone) setPart(() => loaded);
        },
        () => {
          if (isGone) return;
          timer = setTimeout(() => {
            fetchLostStyles();
            void attempt(number + 1);
          }, backoffMs(number));
        },
      );
    void attempt(0);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [load]);
  return load && part;
}

/** Vite asks for the styles of a chunk once only: without these a part would come up without styles. */
const lostStyles = new Set<HTMLLinkElement>();
const noteLost = ({ target }: Event) => target instanceof HTMLLinkElement && lostStyles.add(target);
addEventListener('error', noteLost, true);

function fetchLostStyles(): void {
  for (const link of lostStyles) link.replaceWith(link.cloneNode());
  lostStyles.clear();
}
