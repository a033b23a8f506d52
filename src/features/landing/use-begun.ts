import { useEffect, useState } from 'react';
import { type BegunSignUp, keepBegun, readBegun } from '../../session/begun-sign-up.ts';
import type { HandedOver } from '../../session/handed-over.ts';
import { pendingCode } from '../../session/pending-code.ts';

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
