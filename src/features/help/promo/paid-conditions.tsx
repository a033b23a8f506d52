import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { bankPath, paths } from '../../../config/paths.ts';
import type { User } from '../../../contract/user.ts';
import styles from './paid-conditions.module.css';

/** What a player needs for a prize (game.md#who-can-win), and how they stand. */
export function PaidConditions({ player: { isActive, hasBank } }: { player: User }) {
  const navigate = useNavigate();
  return (
    <ul className={styles.rows}>
      <Row isMet={isActive === true} name="A subscription">
        {isActive ? (
          'Yours is running'
        ) : (
          <Way note="Needed while you play" name="Subscribe" go={() => navigate(paths.billing)} />
        )}
      </Row>
      <Row isMet name="A registered account">
        You have one
      </Row>
      <Row isMet={hasBank === true} name="Bank details">
        {hasBank ? (
          'You have given them'
        ) : (
          <Way note="Needed only to be paid" name="Add" go={() => navigate(bankPath)} />
        )}
      </Row>
      <Row isMet name="One account only">
        One person, one account
      </Row>
    </ul>
  );
}

type RowProps = { isMet: boolean; name: string; children: ReactNode };

function Row({ isMet, name, children }: RowProps) {
  return (
    <li className={isMet ? styles.met : styles.open}>
      <i>
        <Icon name={isMet ? 'check' : 'warn'} size={18} />
      </i>
      <div>
        <span className="vh">{isMet ? 'Done:' : 'Still to do:'} </span>
        {name}
        <div className={styles.note}>{children}</div>
      </div>
    </li>
  );
}

function Way({ note, name, go }: { note: string; name: string; go: () => void }) {
  return (
    <>
      {note}
      <Button size="sm" colour="line" onClick={go}>
        {name}
      </Button>
    </>
  );
}
