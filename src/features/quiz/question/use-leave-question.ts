import { useEffect, useState } from 'react';
import { holdBack } from '../../../components/dialog-stack.ts';

/** Has Back ask as the bar's X does, while there is something to leave. */
export function useLeaveQuestion(isOver: boolean) {
  const [isAsked, setAsked] = useState(false);
  useEffect(() => (isOver ? undefined : holdBack(() => setAsked(true))), [isOver]);
  return {
    isAsked: isAsked && !isOver,
    ask: () => setAsked(true),
    stay: () => setAsked(false),
  };
}
