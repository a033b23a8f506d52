import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { Button } from '../../../../components/button.tsx';
import styles from './report-button.module.css';
import { type Reporting, ReportSheet } from './report-sheet.tsx';
import { reportedAtom } from './reported.ts';

type Props = Reporting & { number: number };

/** Below each question of a review; what was reported says so. */
export function ReportButton({ number, ...reporting }: Props) {
  const isReported = useAtomValue(reportedAtom).includes(reporting.questionId);
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.report}>
      {/* It keeps the focus that the sheet gives back. */}
      <Button
        size="sm"
        colour="line"
        icon={isReported ? 'check' : 'flag'}
        aria-disabled={isReported || undefined}
        aria-haspopup={isReported ? undefined : 'dialog'}
        onClick={isReported ? undefined : () => setOpen(true)}
      >
        {isReported ? 'Reported' : 'Report'} <span className="vh">question {number}</span>
      </Button>
      {isOpen && <ReportSheet {...reporting} number={number} onClose={() => setOpen(false)} />}
    </div>
  );
}
