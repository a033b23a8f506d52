import type { ComponentProps, ReactNode } from 'react';
import { useHref, useLinkClickHandler, useNavigate } from 'react-router-dom';
import { hasOwnEntryBefore } from '../lib/own-history.ts';
import { cx, IconButton } from './button.tsx';
import styles from './page.module.css';
import { Screen, usePageStart } from './screens.tsx';

type PageScreenProps = {
  title: string;
  /** The address to which Back leads if the page before is not of this app. */
  backTo: string;
  aside?: ReactNode;
  /** The content reaches from edge to edge. */
  flush?: boolean;
  children: ReactNode;
};

/** A page below the dashboard: the bar with Back and the title, then the content. */
export function PageScreen({ title, backTo, aside, flush = false, children }: PageScreenProps) {
  const navigate = useNavigate();
  usePageStart(title);

  /**
   * Goes back in the history, as the phone's Back does. A new entry would make the phone's Back return
   * to this page.
   */
  function goBack() {
    if (hasOwnEntryBefore()) navigate(-1);
    else navigate(backTo, { replace: true });
  }

  return (
    <Screen>
      <Bar>
        <IconButton icon="back" aria-label="Back" onClick={goBack} />
        <BarTitle>{title}</BarTitle>
        {aside}
      </Bar>
      <main className={cx(styles.main, !flush && styles.padded)}>{children}</main>
    </Screen>
  );
}

type BarProps = {
  /** `stage` is for a bar on the ground of a game, which shows through. */
  ground?: 'night' | 'stage';
  children: ReactNode;
};

/**
 * The bar at the top of a screen. A way out is at its start, and chips are at its end. With large text
 * it has two lines.
 */
export function Bar({ ground = 'night', children }: BarProps) {
  return <header className={cx('on-night', styles.bar, styles[ground])}>{children}</header>;
}

/** The page's name. */
export function BarTitle({ children }: { children: ReactNode }) {
  return <h1 className={styles.title}>{children}</h1>;
}

type PageLinkProps = Omit<ComponentProps<'a'>, 'href' | 'target'> & { to: string };

/** A link to a page of the app. The router's own link would add its code for prefetching. */
export function PageLink({ to, onClick, ...rest }: PageLinkProps) {
  const href = useHref(to);
  const follow = useLinkClickHandler<HTMLAnchorElement>(to);
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) follow(event);
      }}
    />
  );
}

type SkeletonProps = {
  shape?: 'line' | 'circle' | 'block';
  /** The class that sets the size of the coming content. */
  className?: string | undefined;
};

export function Skeleton({ shape = 'line', className }: SkeletonProps) {
  return <span className={cx(styles.skeleton, styles[shape], className)} aria-hidden="true" />;
}
