import { useCallback, useEffect, useState } from 'react';
import { holdBack } from '../../../components/dialog-stack.ts';

/** Has Back ask as the bar's X does, while there is something to leave. */
export function useLeaveQuestion(isOver: boolean) {
  const [isAsked, setAsked] = useState(false);
  const ask = useCallback(() => setAsked(true), []);
  useEffect(() => (isOver ? undefined : holdBack(ask)), [isOver, ask]);
  return {
    isAsked: isAsked && !isOver,
    ask,
    stay: () => setAsked(false),
  };
}
