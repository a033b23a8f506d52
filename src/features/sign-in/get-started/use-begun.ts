import { useEffect, useState } from 'react';
import { type BegunSignUp, keepBegun, readBegun } from '../begun-sign-up.ts';
import { pendingCode } from '../code-step/pending-code.ts';
import type { HandedOver } from '../hand-off.ts';

/** What another door hands over, or what this dialog had come to before it was closed. */
export function useBegun(handed: HandedOver | null): BegunSignUp | null {
  const [begun] = useState(() => (handed ? begunBy(handed) : readBegun(Date.now())));
  useEffect(() => {
    if (begun) keepBegun(begun, Date.now());
  }, [begun]);
  return begun;
}

function begunBy({ phoneNumber, registered, platform, proof, challenge }: HandedOver): BegunSignUp {
  const pending = challenge ? pendingCode(challenge, phoneNumber) : null;
  const isNew = registered && !pending;
  return { phone: phoneNumber, isNew, isRegistered: registered, platform, proof, pending };
}
