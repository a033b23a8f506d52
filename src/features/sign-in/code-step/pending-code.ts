import type { ComponentType } from 'react';
import type { Challenge } from '../../../contract/user.ts';

/** A code that was sent: where to, and from when on another one can be asked for. */
export type PendingCode = { id: string; phone: string; channel: string; resendAt: number };

/** The code that a challenge of this moment waits for. */
export function pendingCode({ id, channel, resendAfter }: Challenge, phone: string): PendingCode {
  return { id, channel, phone, resendAt: Date.now() + resendAfter * 1000 };
}

/** What a screen that asks for the code is given. */
export type CodeStepProps = {
  pending: PendingCode;
  /** The text of its button. */
  action: string;
  error: string | null;
  busy: boolean;
  onSubmit: (code: string) => void;
  onResend: () => void;
  onBack: () => void;
};

/** The screen itself loads when a code is due: most players are never asked for one. */
export type CodeStepComponent = ComponentType<CodeStepProps>;
