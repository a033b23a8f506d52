import { useState } from 'react';
import { Card } from '../../../components/card.tsx';
import { SwitchMark } from '../../../components/switch-mark.tsx';
import { env } from '../../../config/env.ts';
import { chooseCounting, isCountingOn } from '../../../lib/analytics.ts';
import styles from '../help-page.module.css';

/** Asks, where the build could count at all, whether sign-ins and installs may be counted: off until a yes. */
export function CountingSwitch() {
  const [isOn, setOn] = useState(isCountingOn);
  if (env.analyticsToken === null) return null;

  function turn() {
    chooseCounting(!isOn);
    setOn(!isOn);
  }

  return (
    <Card small title="Help us improve">
      <p>
        May we count how people sign in and install the app on this phone? Only that it happened is
        sent, nothing of you. You can change your mind here.
      </p>
      <button
        type="button"
        role="switch"
        aria-checked={isOn}
        className={styles.switch}
        onClick={turn}
      >
        Count sign-ins and installs
        <SwitchMark />
      </button>
    </Card>
  );
}
