import { SwitchMark } from '../../../components/switch-mark.tsx';
import styles from './save-switch.module.css';

type Props = {
  isOn: boolean;
  onTurn: (isOn: boolean) => void;
  /** What keeps a round from being saved at the moment; `null` where nothing does. */
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
      className={styles.save}
      onClick={() => onTurn(!isOn)}
    >
      <span>
        <b>Save a round for later</b>{' '}
        <small>
          {obstacle ??
            (isOn
              ? 'Pick a level. Its play and coins count now.'
              : 'Play it with no network, within 24 hours.')}
        </small>
      </span>
      <SwitchMark />
    </button>
  );
}
