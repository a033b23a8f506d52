import { type FormEvent, useRef, useState } from 'react';
import { TextField } from '../../../components/field.tsx';
import { Icon } from '../../../components/icon.tsx';
import { NAME_LETTERS_MAX, nameFault } from '../../../rules/pass-the-phone.ts';
import styles from './add-player.module.css';

type Props = {
  names: readonly string[];
  typed: string;
  onType: (typed: string) => void;
  onAdd: (name: string) => void;
};

/** Opens the field of a name; Enter adds it, and the field waits for the next one. */
export function AddPlayer({ names, typed, onType, onAdd }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);

  function add(event: FormEvent) {
    event.preventDefault();
    const found = nameFault(typed, names);
    setFault(found);
    if (found === null) {
      onAdd(typed.trim());
      onType('');
    }
    form.current?.querySelector('input')?.focus();
  }

  if (!isOpen) {
    return (
      <button type="button" className={styles.add} onClick={() => setOpen(true)}>
        <Icon name="plus" size={20} />
        Add a player
      </button>
    );
  }
  return (
    <form ref={form} className={styles.form} onSubmit={add}>
      <TextField
        label="Name"
        aside={`Up to ${NAME_LETTERS_MAX} letters`}
        error={fault}
        value={typed}
        autoFocus
        autoComplete="off"
        trailing={
          <button type="submit" className={styles.submit}>
            Add
          </button>
        }
        enterKeyHint="next"
        onChange={({ target }) => {
          onType(target.value);
          setFault(null);
        }}
      />
    </form>
  );
}
