import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { matchPath, useLocation } from 'react-router-dom';
import { Button } from '../components/button.tsx';
import { paths } from '../config/paths.ts';
import { takeOverAtom } from '../offline/service-worker.ts';
import styles from './new-version-card.module.css';

/** Offers a waiting version, never during a round (design.md#loading-empty-offline). */
export function NewVersionCard() {
  const takeOver = useAtomValue(takeOverAtom);
  const [isTaking, setTaking] = useState(false);
  const { pathname } = useLocation();
  if (!takeOver || matchPath(paths.quiz, pathname)) return null;
  return (
    <section className={styles.card} role="status">
      <p>New version ready</p>
      <Button
        size="sm"
        loading={isTaking}
        onClick={() => {
          setTaking(true);
          takeOver.now();
        }}
      >
        Update
      </Button>
    </section>
  );
}
