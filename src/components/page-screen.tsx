import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { hasOwnEntryBefore } from '../lib/own-history.ts';
import { Bar, BarTitle } from './bar.tsx';
import { IconButton } from './button.tsx';
import { cx } from './cx.ts';
import styles from './page-screen.module.css';
import { Screen } from './screen.tsx';
import { usePageStart } from './use-page-start.ts';

type Props = {
  title: string;
  /** The address that Back leads to where no page of ours lies before this one. */
  backTo: string;
  aside?: ReactNode;
  /** The content reaches from edge to edge. */
  flush?: boolean;
  children: ReactNode;
};

/** A page under the dashboard: the bar with Back and its title, and below it the content. */
export function PageScreen({ title, backTo, aside, flush = false, children }: Props) {
  const navigate = useNavigate();
  usePageStart(title);

  /** Like the phone's own Back: to add an entry would have that one lead here again. */
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
