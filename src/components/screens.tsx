// This file is part of the first load, so a phone on 2G waits for every byte of it (npm run budget).
import { type ComponentType, type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import { useNavigationType } from 'react-router-dom';
import { backoffMs } from '../lib/backoff.ts';
import { Wordmark } from './brand.tsx';
import { Button } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';
import styles from './screens.module.css';

type ScreenProps = { children: ReactNode };

/** The frame of a page. It is at most as wide as a phone, and at least as high as the screen. */
export function Screen({ children }: ScreenProps) {
  return <div className={styles.screen}>{children}</div>;
}

type ErrorPageProps = {
  title: string;
  help?: string;
  /** An icon in place of the warning sign, for a page that is not about an error. */
  icon?: IconName | undefined;
  action: string;
  onAction: () => void;
  secondAction?: string;
  onSecondAction?: () => void;
};

/** A page in place of a page that could not be shown. It says why, and offers one or two things to do. */
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
  /** A drawing. A failure shows the warning sign instead, which nothing else shows. */
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

/** The title that the document came with. The tab shows it between two pages. */
const APP_TITLE = document.title;

/** Moves a focus that was lost, because its element was removed, to the page's heading. */
export function findFocus(): void {
  const heading = document.querySelector('h1');
  if (!heading || document.activeElement !== document.body) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/**
 * Gives the page its title for the tab, the task switcher and screen readers, and moves a lost focus to
 * the heading. A newly opened page starts at its top. A page to which Back leads starts where the
 * player left it.
 */
export function usePageStart(title: string): void {
  const isOpened = useNavigationType() !== 'POP';
  // This runs before a page scrolls to the part that its address names.
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
 * Loads a part that the screen can do without at first. After a failed load it tries again. `load` must
 * be the same function at each rendering, or `null` while the part is not needed.
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

/**
 * Style sheets that failed to load. Vite asks for the styles of a chunk only once, so without a retry a
 * part would be shown without styles.
 */
const lostStyles = new Set<HTMLLinkElement>();
const noteLost = ({ target }: Event) => target instanceof HTMLLinkElement && lostStyles.add(target);
addEventListener('error', noteLost, true);

function fetchLostStyles(): void {
  for (const link of lostStyles) link.replaceWith(link.cloneNode());
  lostStyles.clear();
}
