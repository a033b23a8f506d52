import { Avatar } from '../../components/avatar.tsx';
import { Scarf } from '../../components/brand.tsx';
import { Button, cx, IconButton } from '../../components/button.tsx';
import { Cover, Hero } from '../../components/marks.tsx';
import { Bar, BarTitle } from '../../components/page.tsx';
import { Screen, usePageStart } from '../../components/screens.tsx';
import { type PassGame, type PassPlace, tableOf } from '../../rules/pass-the-phone.ts';
import { BigShirt } from './pass-setup.tsx';
import styles from './pass-table.module.css';

type Props = {
  game: PassGame;
  onAgain: () => void;
  onChange: () => void;
  onHome: () => void;
};

/** The table at full time. Only the first place is gold. */
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

/** The table as a text, with the link at its end (links.md#share). */
function tableText(table: readonly PassPlace[], each: number, origin: string): string {
  return [
    'Football Mastermind: Pass the phone',
    ...table.map(({ place, name, right }) => `${place}. ${name}: ${right} of ${each} right`),
    'Can you beat us?',
    `${origin}/?source=share`,
  ].join('\n');
}

/** Gives a text to the phone's own share sheet, or to WhatsApp if there is no sheet or it fails. */
export async function shareTable(text: string): Promise<void> {
  try {
    await navigator.share({ text });
  } catch (error) {
    // The player closed the sheet.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    open(`https://wa.me/?text=${encodeURIComponent(text)}`, '_blank', 'noopener');
  }
}

/** Draws a beam with stars next to it. */
function WinArt() {
  return (
    <Cover width={360} height={170} keep="middle">
      <path className={styles.beam} d="M150 0L70 170h220L210 0z" />
      <path
        className={styles.gold}
        d="M101.9 52.2L106.2 59.5L114.6 58.4L109 64.7L112.6 72.3L104.9 69L98.7 74.8L99.5 66.4L92.1 62.3L100.4 60.5zM258.1 52.2L259.6 60.5L267.9 62.3L260.5 66.4L261.3 74.8L255.1 69L247.4 72.3L251 64.7L245.4 58.4L253.8 59.5zM71.2 96L73.7 101.1L79.3 100.7L75.3 104.7L77.4 109.9L72.4 107.3L68 110.9L68.9 105.4L64.2 102.3L69.8 101.5zM288.8 96L290.2 101.5L295.8 102.3L291.1 105.4L292 110.9L287.6 107.3L282.6 109.9L284.7 104.7L280.7 100.7L286.3 101.1z"
      />
      <path
        className={styles.chalk}
        d="M82 28L83.5 32L87.7 32.1L84.4 34.8L85.5 38.9L82 36.5L78.5 38.9L79.6 34.8L76.3 32.1L80.5 32zM278.8 28.1L279.8 32.2L283.9 33L280.3 35.1L280.8 39.3L277.6 36.5L273.8 38.3L275.5 34.4L272.6 31.4L276.8 31.8z"
      />
    </Cover>
  );
}
