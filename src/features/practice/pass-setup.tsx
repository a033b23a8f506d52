import { type FormEvent, useRef, useState } from 'react';
import { Avatar } from '../../components/avatar.tsx';
import { Button, cx, IconButton } from '../../components/button.tsx';
import { Chip } from '../../components/chip.tsx';
import { TextField } from '../../components/field.tsx';
import { Icon } from '../../components/icon.tsx';
import { Shirt } from '../../components/marks.tsx';
import { PageScreen } from '../../components/page.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { paths } from '../../config/paths.ts';
import {
  NAME_LETTERS_MAX,
  nameFault,
  PASS_PLAYERS,
  QUESTIONS_EACH,
  type QuestionsEach,
} from '../../rules/pass-the-phone.ts';
import styles from './pass-setup.module.css';

type PassSetupProps = {
  names: readonly string[];
  each: QuestionsEach;
  onNames: (names: readonly string[]) => void;
  onEach: (each: QuestionsEach) => void;
  onStart: (names: readonly string[]) => void;
};

const LENGTHS: Record<QuestionsEach, string> = { 3: 'quick', 5: '10 minutes', 10: 'long' };

/** Asks who plays, and how many questions each gets. */
export function PassSetup({ names, each, onNames, onEach, onStart }: PassSetupProps) {
  const { least, most } = PASS_PLAYERS;
  const [typed, setTyped] = useState('');
  // A name that is still in the field counts as a player too.
  const all = nameFault(typed, names) === null ? [...names, typed.trim()] : names;
  const isReady = all.length >= least;
  return (
    <PageScreen title="Pass the phone" backTo={paths.practice} aside={<Chip>Free</Chip>} flush>
      <div className={styles.page}>
        <div className={styles.head}>
          <h2>Who is playing?</h2>
          <span>
            {least} to {most} players
          </span>
        </div>
        <div className={styles.rows}>
          <ul aria-label="Players">
            {names.map((name, player) => (
              <PlayerRow
                key={name}
                player={player}
                name={name}
                onTakeOut={() => onNames(names.filter((other) => other !== name))}
              />
            ))}
          </ul>
          {names.length < most ? (
            <AddPlayer
              names={names}
              typed={typed}
              onType={setTyped}
              onAdd={(name) => onNames([...names, name])}
            />
          ) : (
            <p className={styles.full}>That is all eight</p>
          )}
        </div>
        <div className={styles.head}>
          <h2>Questions for each</h2>
        </div>
        <Tabs
          label="Questions for each"
          look="segments"
          tabs={QUESTIONS_EACH.map((value) => ({
            value: String(value),
            label: (
              <>
                {value}
                <small>{LENGTHS[value]}</small>
              </>
            ),
          }))}
          value={String(each)}
          onChange={(value) => onEach(Number(value) as QuestionsEach)}
          panelClassName={styles.start}
        >
          <Button size="lg" disabled={!isReady} onClick={() => onStart(all)}>
            {startLabel(all.length)}
          </Button>
          <p className={styles.small}>No coins, no points. Works with no network.</p>
        </Tabs>
      </div>
    </PageScreen>
  );
}

function startLabel(players: number): string {
  const missing = PASS_PLAYERS.least - players;
  if (missing <= 0) return `Start with ${players} players`;
  return missing === 1 ? 'Add 1 more player to start' : `Add ${missing} players to start`;
}

type RowProps = { player: number; name: string; onTakeOut: () => void };

function PlayerRow({ player, name, onTakeOut }: RowProps) {
  return (
    <li className={styles.row}>
      <Avatar id={player} name={name} size="sm" />
      <span className={styles.name} translate="no">
        {name}
      </span>
      <IconButton icon="close" aria-label={`Take out ${name}`} onClick={onTakeOut} />
    </li>
  );
}

type AddPlayerProps = {
  names: readonly string[];
  typed: string;
  onType: (typed: string) => void;
  onAdd: (name: string) => void;
};

/** Opens the field for a name. Enter adds the name and empties the field for the next name. */
function AddPlayer({ names, typed, onType, onAdd }: AddPlayerProps) {
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

const KITS = 5;

type BigShirtProps = {
  /** The player's number, from 0. It sets the colour, as in the rows. */
  player: number;
  name: string;
  size: 'turn' | 'win';
};

/** A player's shirt with their first letter. It decorates the name next to it. */
export function BigShirt({ player, name, size }: BigShirtProps) {
  const [first = '?'] = name;
  return (
    <span
      className={cx(styles.shirt, styles[size])}
      style={{ color: `var(--kit-${(player % KITS) + 1})` }}
      aria-hidden="true"
    >
      <Shirt />
      <b>{first.toUpperCase()}</b>
    </span>
  );
}
