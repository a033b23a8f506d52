import type { Wallet } from '../../../contract/mobile-money.ts';
import type { PendingPayment } from '../pending-payment.ts';

/** A payment by mobile money: which of its steps is shown, and what that holds. */
export type WalletState =
  | { step: 'phone'; digits: string }
  | { step: 'plan'; digits: string; wallet: Wallet; hasFailed: boolean }
  | {
      step: 'confirm';
      payment: PendingPayment;
      /** Why the press on the button could not confirm it. */
      fault: string | null;
      /** Whether the API cannot tell how it ends. */
      isUnseen?: boolean;
      /** Epoch milliseconds, as the server keeps it. */
      resendAt: number;
      /** The step before, for a payment that fails; none for one found on return. */
      before: { digits: string; wallet: Wallet } | null;
    }
  | { step: 'done'; payment: PendingPayment }
  | { step: 'over' };

export type WalletEvent =
  | { type: 'typed'; digits: string }
  | { type: 'recognised'; wallet: Wallet }
  | { type: 'queued'; payment: PendingPayment; resendAt: number }
  | { type: 'not-confirmed'; fault: string }
  | { type: 'unseen' }
  | { type: 'resend-at'; resendAt: number }
  | { type: 'failed' }
  | { type: 'paid' };

/**
 * A payment that was found on return: its prompt is out, and nothing before it is known. When it can
 * be sent again the server says where it is asked too early.
 */
export function resumed(payment: PendingPayment): WalletState {
  return { step: 'confirm', payment, fault: null, resendAt: 0, before: null };
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
      const { payment, resendAt } = event;
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
    case 'unseen':
      return { ...state, isUnseen: true };
    case 'resend-at':
      return { ...state, resendAt: event.resendAt };
    case 'failed':
      return state.before ? { step: 'plan', ...state.before, hasFailed: true } : { step: 'over' };
    case 'paid':
      return { step: 'done', payment: state.payment };
    default:
      return state;
  }
}
