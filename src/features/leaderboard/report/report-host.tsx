import { createContext, type ReactNode, useState } from 'react';
import type { BoardRow } from '../../../contract/boards.ts';
import { ReportSheet } from './report-sheet.tsx';

/** Opens the sheet of a row's player; `null` where there is none. */
export const OpenReport = createContext<((row: BoardRow) => void) | null>(null);

/** Holds the sheet of a player over the boards: it stays as the rows below it change. */
export function ReportHost({ children }: { children: ReactNode }) {
  const [row, setRow] = useState<BoardRow | null>(null);
  return (
    <OpenReport value={setRow}>
      {children}
      {row && (
        <ReportSheet
          row={row}
          // Another one may be open by the time that a report has ended.
          onClose={() => setRow((shown) => (shown === row ? null : shown))}
        />
      )}
    </OpenReport>
  );
}
