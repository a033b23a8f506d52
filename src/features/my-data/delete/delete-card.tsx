import { type ReactNode, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { Icon, type IconName } from '../../../components/icon.tsx';
import type { User } from '../../../contract/user.ts';
import styles from './delete-card.module.css';
import { DeleteDialog } from './delete-dialog.tsx';
import { lostText } from './lost-text.ts';

type Props = {
  player: User;
  owed: ReactNode;
  onDeleted: (playerId: string) => Promise<void>;
  onSignOut: () => Promise<void>;
};

/** What goes with the account, what the law has us keep, and the way to delete it. */
export function DeleteCard({ player, owed, onDeleted, onSignOut }: Props) {
  const [isAsking, setAsking] = useState(false);
  return (
    <Card title="Delete my account">
      <div>
        <p className={styles.lead}>This goes at once</p>
        <ul>
          <Row icon="cross">Picture, nickname, email and bank account</Row>
          <Row icon="cross">{lostText(player)}, with games not finished</Row>
          <Row icon="cross">Your name on boards: it reads Deleted player</Row>
          <Row icon="cross">Your messages to us, and every sign-in</Row>
        </ul>
      </div>
      <div>
        <p className={styles.lead}>The law makes us keep this for 6 years</p>
        <ul>
          <Row icon="lock">What you paid, what you said yes to and what we paid you</Row>
        </ul>
      </div>
      <p className={styles.small}>
        A plan you paid for does not come back as money. Your network and your card are not charged
        again.
      </p>
      {owed}
      <Button colour="danger" onClick={() => setAsking(true)}>
        Delete account
      </Button>
      {isAsking && (
        <DeleteDialog
          player={player}
          onDeleted={onDeleted}
          onSignOut={onSignOut}
          onClose={() => setAsking(false)}
        />
      )}
    </Card>
  );
}

function Row({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <li className={styles.row}>
      <Icon name={icon} size={20} className={icon === 'cross' ? styles.goes : styles.stays} />
      <span>{children}</span>
    </li>
  );
}
