import { useState } from 'react';
import { Button } from '../components/button.tsx';
import { Chip } from '../components/chip.tsx';
import { Dialog } from '../components/dialog.tsx';
import styles from './boost-chip.module.css';

/** The booster, which is not there yet (game.md#answering). */
export function BoostChip() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Chip icon="bolt" tone="gold" label="2x Boost" onClick={() => setOpen(true)}>
        2x
      </Chip>
      {isOpen && (
        <Dialog title="2x Boost" centred onClose={() => setOpen(false)}>
          <p className={styles.soon}>Coming Soon</p>
          <Button onClick={() => setOpen(false)}>OK</Button>
        </Dialog>
      )}
    </>
  );
}
