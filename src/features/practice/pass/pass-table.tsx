import { Avatar } from '../../../components/avatar.tsx';
import { Bar, BarTitle } from '../../../components/bar.tsx';
import { Button, IconButton } from '../../../components/button.tsx';
import { cx } from '../../../components/cx.ts';
import { Hero } from '../../../components/hero.tsx';
import { Scarf } from '../../../components/scarf.tsx';
import { Screen } from '../../../components/screen.tsx';
import { usePageStart } from '../../../components/use-page-start.ts';
import { type PassGame, type PassPlace, tableOf } from '../../../rules/pass-the-phone.ts';
import { BigShirt } from './big-shirt.tsx';
import styles from './pass-table.module.css';
import { shareTable, tableText } from './share-table.ts';
import { WinArt } from './win-art.tsx';

type Props = {
  game: PassGame;
  onAgain: () => void;
  onChange: () => void;
  onHome: () => void;
};

/** Full time: the table, gold for the first alone. */
export function PassTable({ game, onAgain, onChange, onHome }: Props) {
  usePageStart('Full time');
  const table = tableOf(game);
  const first = table.filter(({ place, right }) => place === 1 && right > 0);
  return (
    <Screen>
      <Bar>
        <IconButton icon="close" aria-label="Close" onClick={onHome} />
        <BarTitle>Full time</BarTitle>
      </Bar>
      <main className={styles.main} style={{ ['--late' as string]: table.length }}>
        <Hero label="Result" art={first.length > 0 && <WinArt />}>
          <div className={styles.win}>
            {first.map(({ player, name }) => (
              <BigShirt key={name} player={player} name={name} size="win" />
            ))}
            <h2 className={styles.title}>{winText(first)}</h2>
            <p className={styles.sub}>{winHelp(first, game.each)}</p>
          </div>
        </Hero>
        <Scarf />
        <div className={styles.page}>
          <div className={styles.rows}>
            <table className={styles.table}>
              <thead>
                <tr>
                  <th scope="col">
                    <span className="vh">Place</span>
                  </th>
                  <th scope="col">Player</th>
                  <th scope="col">Right</th>
                  <th scope="col">Time</th>
                </tr>
              </thead>
              <tbody>
                {table.map(({ place, player, name, right, seconds }, index) => (
                  <tr
                    key={name}
                    className={cx(styles.row, place === 1 && right > 0 && styles.first)}
                    style={{ ['--late' as string]: table.length - 1 - index }}
                  >
                    <td>{place}</td>
                    <td>
                      <span className={styles.player}>
                        <Avatar id={player} name={name} size="sm" />
                        <span translate="no">{name}</span>
                      </span>
                    </td>
                    <td>{right}</td>
                    <td>{seconds}&nbsp;s</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <div className={styles.ways}>
            <Button size="lg" onClick={onAgain}>
              Play again
            </Button>
            <Button
              colour="line"
              onClick={() => shareTable(tableText(table, game.each, location.origin))}
            >
              Share the table
            </Button>
            <div className={styles.two}>
              <Button colour="line" onClick={onChange}>
                Change players
              </Button>
              <Button colour="line" onClick={onHome}>
                Go Home
              </Button>
            </div>
          </div>
        </div>
      </main>
    </Screen>
  );
}

function winText(first: readonly PassPlace[]): string {
  const names = first.map(({ name }) => name);
  const [only] = names;
  if (only === undefined) return 'Nobody scored';
  if (names.length === 1) return `${only} wins!`;
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)} win!`;
}

function winHelp([first]: readonly PassPlace[], each: number): string {
  if (!first) return 'Not one right answer. Play again!';
  return `${first.right} of ${each} right. Well played.`;
}
