import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { paths } from '../../../config/paths.ts';
import { ageAskedKey } from '../../../config/storage-keys.ts';
import type { User } from '../../../contract/user.ts';
import { lookUntil, mayComeUp } from '../../../lib/popup-order.ts';
import { isStandInEmail } from '../../../rules/players.ts';
import styles from './age-sheet.module.css';

/**
 * Asks a player whose account a link made, once on this phone, whether they are 18: the answer is
 * their date of birth, on the profile (flows.md#age-of-players-from-a-link).
 */
export function AgeSheet({ player }: { player: User }) {
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  const isDue = isFromLink(player) && !player.dob;

  useEffect(() => {
    if (!isDue || wasAsked(player.id)) return;
    return lookUntil(() => {
      // Over a menu or a level that is being picked it would come between.
      if (!mayComeUp()) return false;
      noteAsked(player.id);
      setOpen(true);
      return true;
    });
  }, [isDue, player.id]);

  if (!isOpen) return null;
  return (
    <Dialog variant="sheet" title="Are you 18 or older?" onClose={() => setOpen(false)}>
      <p className={styles.lead}>
        Tickets and cash are for adults. Tell us your date of birth one time. Without it you play
        for points, and tickets and cash wait.
      </p>
      <div className={styles.ways}>
        <Button onClick={() => navigate(paths.profile)}>Enter my date of birth</Button>
        <Button colour="line" onClick={() => setOpen(false)}>
          Not now
        </Button>
      </div>
    </Dialog>
  );
}

/** Whoever signed up themselves has confirmed their age, and given an email. */
function isFromLink({ email }: User): boolean {
  return email !== null && isStandInEmail(email);
}

function wasAsked(playerId: string): boolean {
  try {
    return localStorage.getItem(ageAskedKey(playerId)) !== null;
  } catch {
    return false;
  }
}

/** A phone that keeps nothing asks again on the next visit. */
function noteAsked(playerId: string): void {
  try {
    localStorage.setItem(ageAskedKey(playerId), 'yes');
  } catch {}
}
