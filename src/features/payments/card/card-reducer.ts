import type { PendingPayment } from '../pending-payment.ts';

/** A payment by card: how far it has come, and what its dialog says. */
export type CardState = {
  step: 'sum' | 'preparing' | 'opening' | 'window' | 'verifying' | 'unverified' | 'refused';
  email: string;
  kobo: number;
  feeKobo: number;
  fault: null | 'email' | 'price' | 'script';
  /** What the provider's window was opened for. */
  payment: PendingPayment | null;
  /** Why the server refuses that payment for good. */
  words: string | null;
};

export type CardEvent =
  | { type: 'typed'; email: string }
  | { type: 'pay' }
  | { type: 'no-script' }
  | { type: 'bad-email' }
  /** The server asks for another sum than was shown: it is shown before anything is paid. */
  | { type: 'priced'; kobo: number; feeKobo: number }
  | { type: 'stopped' }
  | { type: 'opened'; payment: PendingPayment }
  | { type: 'loaded' }
  | { type: 'closed' }
  | { type: 'paid'; payment: PendingPayment }
  | { type: 'unverified' }
  | { type: 'refused'; payment: PendingPayment; words: string };

/** The steps of a payment by card, one event further (flows.md#card-payment). */
export function stepCard(state: CardState, event: CardEvent): CardState {
  switch (event.type) {
    case 'typed':
      return state.step === 'sum' ? { ...state, email: event.email, fault: null } : state;
    case 'pay':
      return state.step === 'sum' ? { ...state, step: 'preparing', fault: null } : state;
    case 'no-script':
      return { ...state, step: 'sum', fault: 'script' };
    case 'bad-email':
      return { ...state, step: 'sum', fault: 'email' };
    case 'priced':
      return { ...state, step: 'sum', fault: 'price', kobo: event.kobo, feeKobo: event.feeKobo };
    case 'opened':
      return { ...state, step: 'opening', payment: event.payment };
    case 'loaded':
      return state.step === 'opening' ? { ...state, step: 'window' } : state;
    case 'stopped':
    case 'closed':
      return { ...state, step: 'sum', payment: null };
    case 'paid':
      return { ...state, step: 'verifying', payment: event.payment };
    case 'unverified':
      return { ...state, step: 'unverified' };
    case 'refused':
      return { ...state, step: 'refused', payment: event.payment, words: event.words };
  }
}
