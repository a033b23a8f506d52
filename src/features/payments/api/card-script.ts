import { env } from '../../../config/env.ts';

/** After which a script without an answer counts as lost, in milliseconds. */
const PATIENCE_MS = 30_000;

/** The provider's inline interface, as its script leaves it on the page. */
type CardPop = {
  setup: (options: {
    key: string;
    email: string;
    /** In kobo. */
    amount: number;
    ref: string;
    currency: 'NGN';
    metadata: Record<string, string>;
    callback: () => void;
    onClose: () => void;
  }) => { openIframe: () => void };
};

declare global {
  var PaystackPop: CardPop | undefined;
}

/** The provider's script did not come. */
export class CardScriptError extends Error {
  override readonly name = 'CardScriptError';

  constructor() {
    super('Could not load the payment window');
  }
}

/** The provider's interface, its script fetched when it is first wanted. Throws CardScriptError. */
export async function loadCardScript(): Promise<CardPop> {
  if (!globalThis.PaystackPop) await fetchScript();
  if (!globalThis.PaystackPop) throw new CardScriptError();
  return globalThis.PaystackPop;
}

function fetchScript(): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const fail = () => {
      // One that failed is never asked for again: the next try needs another.
      script.remove();
      reject(new CardScriptError());
    };
    const timer = setTimeout(fail, PATIENCE_MS);
    script.onload = () => {
      clearTimeout(timer);
      resolve();
    };
    script.onerror = () => {
      clearTimeout(timer);
      fail();
    };
    script.src = env.cardScriptUrl;
    document.head.append(script);
  });
}

type CardPayment = {
  publicKey: string;
  email: string;
  totalKobo: number;
  reference: string;
  metadata: Record<string, string>;
};

/** Opens the provider's window; gives whether it says that it was paid, or was closed. */
export function payInWindow(pop: CardPop, payment: CardPayment): Promise<'paid' | 'closed'> {
  return new Promise((resolve) => {
    const { publicKey, email, totalKobo, reference, metadata } = payment;
    pop
      .setup({
        key: publicKey,
        email,
        amount: totalKobo,
        ref: reference,
        currency: 'NGN',
        metadata,
        callback: () => resolve('paid'),
        onClose: () => resolve('closed'),
      })
      .openIframe();
  });
}
