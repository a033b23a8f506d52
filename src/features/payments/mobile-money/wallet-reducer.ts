import type { Wallet } from '../../../contract/mobile-money.ts';
import type { PendingPayment } from '../pending-payment.ts';

/** The wait until the prompt can be sent again, in milliseconds: at first, and after each time. */
const FIRST_RESEND_MS = 40_000;
const NEXT_RESEND_MS = 80_000;

/** A payment by mobile money: which of its steps is shown, and what that holds. */
export type WalletState =
  | { step: 'phone'; digits: string }
  | { step: 'plan'; digits: string; wallet: Wallet; hasFailed: boolean }
  | {
      step: 'confirm';
      payment: PendingPayment;
      /** Why the press on the button could not confirm it. */
      fault: string | null;
      resendAt: number;
      /** The step before, for a payment that fails; none for one found on return. */
      before: { digits: string; wallet: Wallet } | null;
    }
  | { step: 'done'; payment: PendingPayment }
  | { step: 'over' };

export type WalletEvent =
  | { type: 'typed'; digits: string }
  | { type: 'recognised'; wallet: Wallet }
  | { type: 'queued'; payment: PendingPayment; at: number }
  | { type: 'not-confirmed'; fault: string }
  | { type: 'resent'; at: number }
  | { type: 'resend-later'; at: number; waitMs: number }
  | { type: 'failed' }
  | { type: 'paid' };

/** A payment that was found on return: its prompt is out, and nothing before it is known. */
export function resumed(payment: PendingPayment): WalletState {
  const resendAt = payment.startedAt + FIRST_RESEND_MS;
  return { step: 'confirm', payment, fault: null, resendAt, before: null };
}

/** The steps of a payment by mobile money, one event further (flows.md#mobile-money). */
export function stepWallet(state: WalletState, event: WalletEvent): WalletState {
  switch (state.step) {
    case 'phone':
      if (event.type === 'typed') return { step: 'phone', digits: event.digits };
      if (event.type === 'recognised') {
        return { step: 'plan', digits: state.digits, wallet: event.wallet, hasFailed: false };
      }
      return state;
    case 'plan': {
      const { digits, wallet } = state;
      if (event.type !== 'queued') return state;
      const { payment, at } = event;
      const resendAt = at + FIRST_RESEND_MS;
      return { step: 'confirm', payment, fault: null, resendAt, before: { digits, wallet } };
    }
    case 'confirm':
      return stepConfirm(state, event);
    default:
      return state;
  }
}

function stepConfirm(
  state: Extract<WalletState, { step: 'confirm' }>,
  event: WalletEvent,
): WalletState {
  switch (event.type) {
    case 'not-confirmed':
      return { ...state, fault: event.fault };
    case 'resent':
      return { ...state, resendAt: event.at + NEXT_RESEND_MS };
    case 'resend-later':
      return { ...state, resendAt: event.at + event.waitMs };
    case 'failed':
      return state.before ? { step: 'plan', ...state.before, hasFailed: true } : { step: 'over' };
    case 'paid':
      return { step: 'done', payment: state.payment };
    default:
      return state;
  }
}
