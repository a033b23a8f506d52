import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { cx } from '../../../components/cx.ts';
import { TextField } from '../../../components/field.tsx';
import { Icon } from '../../../components/icon.tsx';
import type { Bank } from '../../../contract/banks.ts';
import styles from './bank-picker.module.css';
import { findBanks } from './find-banks.ts';

type Props = {
  banks: readonly Bank[];
  chosen: Bank | null;
  onChoose: (bank: Bank) => void;
  onBack: () => void;
};

/** Takes the form's place in its dialog until a bank is chosen. */
export function BankPicker({ banks, chosen, onChoose, onBack }: Props) {
  const [typed, setTyped] = useState('');
  const found = findBanks(banks, typed);
  return (
    <div className={styles.picker}>
      <div>
        <TextField
          label="Find your bank"
          name="bank-search"
          type="search"
          autoComplete="off"
          autoFocus
          leading={<Icon name="search" />}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <p className={styles.count} role="status">
          {found.length === 0
            ? 'No bank has this name'
            : `${found.length} of ${banks.length} banks`}
        </p>
      </div>
      {found.length > 0 && (
        <ul className={styles.list} aria-label="Banks">
          {found.map((bank) => {
            const isChosen = bank.code === chosen?.code && bank.name === chosen.name;
            return (
              <li key={`${bank.code} ${bank.name}`}>
                <button
                  type="button"
                  className={cx(styles.bank, isChosen && styles.chosen)}
                  aria-current={isChosen || undefined}
                  onClick={() => onChoose(bank)}
                >
                  <Found name={bank.name} typed={typed.trim()} />{' '}
                  {isChosen ? (
                    <Icon name="check" size={18} />
                  ) : (
                    <span className={styles.code}>{bank.code}</span>
                  )}
                </button>
              </li>
            );
          })}
        </ul>
      )}
      <Button colour="line" onClick={onBack}>
        Back
      </Button>
    </div>
  );
}

/** A name with the part that was typed marked. */
function Found({ name, typed }: { name: string; typed: string }) {
  const at = name.toLowerCase().indexOf(typed.toLowerCase());
  if (typed === '' || at < 0) return <span>{name}</span>;
  return (
    <span>
      {name.slice(0, at)}
      <mark className={styles.mark}>{name.slice(at, at + typed.length)}</mark>
      {name.slice(at + typed.length)}
    </span>
  );
}
