import { cx } from '../../../components/cx.ts';
import { SwitchMark } from '../../../components/switch-mark.tsx';
import styles from './save-switch.module.css';

type Props = {
  isOn: boolean;
  onTurn: (isOn: boolean) => void;
  /** What keeps a game from being saved at the moment; `null` where nothing does. */
  obstacle: string | null;
};

/** Stays on until the player turns it off: a line that drops must not turn a save into a game. */
export function SaveSwitch({ isOn, onTurn, obstacle }: Props) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      disabled={obstacle !== null && !isOn}
      className={cx(styles.save, isOn && styles.on)}
      onClick={() => onTurn(!isOn)}
    >
      <span>
        <b>Save for later</b>{' '}
        <small>
          {obstacle ??
            (isOn
              ? 'Coins go now. Play it any time in 24 hours.'
              : 'Play it when network goes, within 24 hours.')}
        </small>
      </span>
      <SwitchMark />
      <span className={styles.word} aria-hidden="true">
        {isOn ? 'On' : 'Off'}
      </span>
    </button>
  );
}
