import type { ReactNode } from 'react';
import { cx } from '../../../components/cx.ts';
import { Icon } from '../../../components/icon.tsx';
import { Spinner } from '../../../components/spinner.tsx';
import styles from './verdict.module.css';

type Props = {
  is: 'working' | 'right' | 'wrong' | 'waiting';
  title: string;
  children: ReactNode;
};

/** What the phone makes of a draw, in a line. */
export function Verdict({ is, title, children }: Props) {
  return (
    <div className={cx(styles.verdict, styles[is])} role="status">
      <span className={styles.mark}>
        {is === 'working' && <Spinner />}
        {is === 'right' && <Icon name="check" />}
        {is === 'wrong' && <Icon name="cross" />}
        {is === 'waiting' && <Icon name="lock" />}
      </span>
      <p>
        <b>{title}</b> <span>{children}</span>
      </p>
    </div>
  );
}
