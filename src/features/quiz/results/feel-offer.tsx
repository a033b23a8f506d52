import { useEffect, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { findFocus } from '../../../components/use-page-start.ts';
import { chooseSound, isSoundChosen } from '../../../lib/sound.ts';
import { canVibrate, chooseVibration, isVibrationChosen } from '../../../lib/vibrate.ts';
import styles from './feel-offer.module.css';

/** Offers sound and vibration once, to whoever has never turned either on or off (game.md#full-time). */
export function FeelOffer() {
  const [isOpen, setOpen] = useState(() => !isSoundChosen() && !isVibrationChosen());
  // As it closes.
  useEffect(() => (isOpen ? findFocus : undefined), [isOpen]);
  if (!isOpen) return null;

  function choose(isOn: boolean) {
    chooseSound(isOn);
    if (canVibrate()) chooseVibration(isOn);
    setOpen(false);
  }

  return (
    <div className={styles.offer}>
      <p>{canVibrate() ? 'Sound and vibration?' : 'Sound?'}</p>
      <div className={styles.choice}>
        <Button size="sm" colour="line" onClick={() => choose(true)}>
          Turn on
        </Button>
        <Button size="sm" colour="line" onClick={() => choose(false)}>
          Not now
        </Button>
      </div>
    </div>
  );
}
