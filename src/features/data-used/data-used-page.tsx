import { useEffect, useState } from 'react';
import { Notice } from '../../components/notice.tsx';
import { PageScreen } from '../../components/page.tsx';
import { paths } from '../../config/paths.ts';
import { DATA_USES, type DataUse, dataText, totalOf, usedNow } from '../../lib/data-used.ts';
import { isSlowLine, savesData } from '../../lib/saves-data.ts';
import { serverTime } from '../../lib/server-clock.ts';
import { countNow, dataUsed } from '../../offline/data-meter.ts';
import styles from './data-used-page.module.css';

const NAMES: Record<DataUse, string> = {
  app: 'The app itself',
  play: 'Questions and results',
  boards: 'Leaderboards',
  pictures: "Players' pictures",
  other: 'Other',
};

/** Shows how much mobile data this game has used on this phone (offline.md#data-meter). */
export function DataUsedPage() {
  const [used, setUsed] = useState(dataUsed);
  useEffect(() => {
    let isGone = false;
    void countNow().then(() => isGone || setUsed(dataUsed()));
    return () => {
      isGone = true;
    };
  }, []);
  const { today, month } = usedNow(used, serverTime());
  return (
    <PageScreen title="Data used" backTo={paths.home}>
      {(savesData() || isSlowLine()) && (
        <Notice title={savesData() ? 'Your phone saves data' : 'Your network is slow now'}>
          So we only fetch what you open.
        </Notice>
      )}
      <table className={styles.table}>
        <caption className="vh">Data this game used on this phone</caption>
        <thead>
          <tr>
            <td />
            <th scope="col">Today</th>
            <th scope="col">This month</th>
          </tr>
        </thead>
        <tbody>
          {DATA_USES.map((use) => (
            <tr key={use}>
              <th scope="row">{NAMES[use]}</th>
              <td>{dataText(today[use] ?? 0)}</td>
              <td>{dataText(month[use] ?? 0)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">All</th>
            <td>{dataText(totalOf(today))}</td>
            <td>{dataText(totalOf(month))}</td>
          </tr>
        </tfoot>
      </table>
      {month.untold !== undefined && <p>{untoldText(month.untold)}</p>}
      <p className={styles.note}>
        Your browser measures this, so a little may be missing: a new version of the game, and what
        goes through while the game is closed.
      </p>
      <p className={styles.note}>
        It counts this phone, whoever plays, and stays on it for 31 days.
      </p>
    </PageScreen>
  );
}

function untoldText(count: number): string {
  const replies = count === 1 ? '1 file' : `${count} files`;
  return `Not counted: ${replies} of other sites. They do not tell their size.`;
}
