import type { ComponentProps, ReactNode } from 'react';
import { useHref, useLinkClickHandler, useNavigate } from 'react-router-dom';
import { hasOwnEntryBefore } from '../lib/own-history.ts';
import { cx, IconButton } from './button.tsx';
import styles from './page.module.css';
import { Screen, usePageStart } from './screens.tsx';

type PageScreenProps = {
  title: string;
  /** The address that Back leads to where no page of ours lies before this one. */
  backTo: string;
  aside?: ReactNode;
  /** The content reaches from edge to edge. */
  flush?: boolean;
  children: ReactNode;
};

/** A page under the dashboard: the bar with Back and its title, and below it the content. */
export function PageScreen({ title, backTo, aside, flush = false, children }: PageScreenProps) {
  const navigate = useNavigate();
  usePageStart(title);

  /** It works like the phone's own Back: with an entry of its own, that one would lead here again. */
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
  /** `stage`: it is on the ground of a game and has none of its own. */
  ground?: 'night' | 'stage';
  children: ReactNode;
};

/** The bar at a screen's top: a way out at its start, chips at its end; in two lines where its text is large. */
export function Bar({ ground = 'night', children }: BarProps) {
  return <header className={cx('on-night', styles.bar, styles[ground])}>{children}</header>;
}

/** The page's name. */
export function BarTitle({ children }: { children: ReactNode }) {
  return <h1 className={styles.title}>{children}</h1>;
}

type PageLinkProps = Omit<ComponentProps<'a'>, 'href' | 'target'> & { to: string };

/** A link to a page of the app. The router's own brings the prefetching of a framework with it. */
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
  /** Gives the size of the coming content. */
  className?: string | undefined;
};

export function Skeleton({ shape = 'line', className }: SkeletonProps) {
  return <span className={cx(styles.skeleton, styles[shape], className)} aria-hidden="true" />;
}
