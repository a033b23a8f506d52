import { SwitchMark } from '../../../components/switch-mark.tsx';
import styles from './save-switch.module.css';

type Props = {
  isOn: boolean;
  onTurn: (isOn: boolean) => void;
  /** Why nothing can be saved at the moment; `null` where it can. */
  whyNot: string | null;
};

/**
 * Whether the level that is picked is saved for later instead of played. Once on it stays on until
 * the player turns it off: a line that drops must not turn a save into a game.
 */
export function SaveSwitch({ isOn, onTurn, whyNot }: Props) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      disabled={whyNot !== null && !isOn}
      className={styles.save}
      onClick={() => onTurn(!isOn)}
    >
      <span>
        <b>Save a round for later</b>{' '}
        <small>
          {whyNot ??
            (isOn
              ? 'Pick a level. Its play and coins count now.'
              : 'Play it with no network, within 24 hours.')}
        </small>
      </span>
      <SwitchMark />
    </button>
  );
}
