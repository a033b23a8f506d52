import type { Drawing } from './drawing.ts';
import { Flag } from './flag.tsx';
import { Kit } from './kit.tsx';
import { nameOf } from './name-of.ts';
import styles from './picture.module.css';
import { Pitch } from './pitch.tsx';

type Props = { drawing: Drawing };

/** What a question shows, drawn from its data; its name says what is there, never whose it is. */
export function Picture({ drawing }: Props) {
  return (
    <div
      className={styles.picture}
      data-picture=""
      role="img"
      aria-label={nameOf(drawing)}
      translate="no"
    >
      <Drawn drawing={drawing} />
    </div>
  );
}

function Drawn({ drawing }: Props) {
  switch (drawing.kind) {
    case 'shirt':
      return (
        <div className={styles.alone}>
          <Kit kit={drawing.kit} />
        </div>
      );
    case 'flag':
      return (
        <div className={styles.alone}>
          <Flag {...drawing} />
        </div>
      );
    case 'career':
      return (
        <ol className={styles.career} aria-hidden="true">
          {drawing.clubs.map(([club, kit]) => (
            <li key={club}>
              <Kit kit={kit} />
              <span>{club}</span>
            </li>
          ))}
        </ol>
      );
    case 'table':
      return <Table {...drawing} />;
    case 'score':
      return <Score {...drawing} />;
    case 'pitch':
      return <Pitch {...drawing} />;
  }
}

function Table({ season, rows }: Extract<Drawing, { kind: 'table' }>) {
  return (
    <table className={styles.table} aria-hidden="true">
      <thead>
        <tr>
          <th />
          <th>{season}</th>
          <th>Points</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([club, points], index) => (
          <tr key={club} className={club === null ? styles.gap : undefined}>
            <td>{index + 1}</td>
            <td>{club ?? 'Who?'}</td>
            <td>{points}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Score({ sides, goals, scorers, note }: Extract<Drawing, { kind: 'score' }>) {
  const side = (name: string | null) => <span className={styles.side}>{name ?? <Gap />}</span>;
  return (
    <div className={styles.score} aria-hidden="true">
      <p className={styles.line}>
        {side(sides[0])}
        <b>
          {goals[0]} - {goals[1]}
        </b>
        {side(sides[1])}
      </p>
      {note && <p className={styles.note}>{note}</p>}
      {scorers && (
        <div className={styles.scorers}>
          {scorers.map((names, index) => (
            <ul key={sides[index]}>
              {names.map((name) => (
                <li key={name}>{name ?? <Gap />}</li>
              ))}
            </ul>
          ))}
        </div>
      )}
    </div>
  );
}

/** Where the name stands that is asked for. */
const Gap = () => <span className={styles.ask}>Who?</span>;
