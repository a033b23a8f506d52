import { env } from '../../config/env.ts';
import { postExpected } from '../../contract/endpoints/payments.ts';
import { getPublicKey } from '../../contract/misc.ts';
import { call } from '../../lib/http.ts';
import { playerCall } from '../../session/player-call.ts';
import styles from './card-window.module.css';
import type { Order } from './order.tsx';

/** How long the provider's script may take before it counts as lost, in milliseconds. */
const PATIENCE_MS = 30_000;

/** After this time the layers of a window that has ended are removed, in milliseconds. */
const FADE_MS = 1000;

type Transaction = unknown;

/** The inline interface that the provider's script puts on the page. */
type CardPop = new () => {
  newTransaction: (options: {
    key: string;
    email: string;
    /** The amount in kobo. */
    amount: number;
    reference: string;
    currency: 'NGN';
    metadata: Record<string, string>;
    /** Called when the player sees the form. */
    onLoad: () => void;
    onSuccess: () => void;
    onCancel: () => void;
    /** Called when the form could not be loaded. */
    onError: () => void;
  }) => Transaction;
  cancelTransaction: (transaction: Transaction) => void;
};

declare global {
  var PaystackPop: CardPop | undefined;
}

/** The provider's script could not be loaded. */
export class CardScriptError extends Error {
  override readonly name = 'CardScriptError';

  constructor() {
    super('Could not load the payment window');
  }
}

/** Gives the provider's interface, and fetches its script at the first call. Throws CardScriptError. */
export async function loadCardScript(): Promise<CardPop> {
  if (!globalThis.PaystackPop) await fetchScript();
  if (!globalThis.PaystackPop) throw new CardScriptError();
  return globalThis.PaystackPop;
}

function fetchScript(): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const fail = () => {
      // The browser does not ask again for a script that failed, so the next try needs another element.
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

/** How a window ended. `failed` means that the provider could not show its form, so nothing was paid. */
export type WindowEnd = 'paid' | 'closed' | 'failed';

type CardWindow = {
  end: Promise<WindowEnd>;
  /** Closes the window, as the provider's own button does. */
  close: () => void;
};

/**
 * Opens the provider's window. It is hidden until it has loaded, because its layers lie over everything
 * else, and a window that never loads would leave the player no way out. Calls `onLoad` once the window can
 * be seen. Throws the errors of the provider's script.
 */
export function openWindow(Pop: CardPop, payment: CardPayment, onLoad: () => void): CardWindow {
  const { publicKey, email, totalKobo, reference, metadata } = payment;
  const others = new Set(document.body.children);
  let isLoaded = false;
  let isOver = false;
  let settle: (end: WindowEnd) => void = () => undefined;
  const end = new Promise<WindowEnd>((resolve) => {
    settle = (how) => {
      isOver = true;
      resolve(how);
    };
  });
  const layers = () => [...document.body.children].filter((one) => !others.has(one));
  let own: Element[] = [];
  const hide = (isHidden: boolean) => {
    for (const layer of own) layer.classList.toggle(`${styles.hidden}`, isHidden);
  };
  const remove = () => {
    for (const layer of own) layer.remove();
  };
  const open = () => {
    const pop = new Pop();
    const transaction = pop.newTransaction({
      key: publicKey,
      email,
      amount: totalKobo,
      reference,
      currency: 'NGN',
      metadata,
      onLoad() {
        if (isOver) return;
        isLoaded = true;
        hide(false);
        onLoad();
      },
      onSuccess: () => settle('paid'),
      onCancel: () => settle('closed'),
      onError: () => settle('failed'),
    });
    return () => {
      // A window that has ended by itself does not know the transaction any more.
      try {
        pop.cancelTransaction(transaction);
      } catch {}
    };
  };
  let cancel: () => void;
  try {
    cancel = open();
  } catch (error) {
    own = layers();
    remove();
    throw error;
  }
  own = layers();
  hide(!isLoaded);
  void end.then((how) => {
    if (how === 'failed') cancel();
    // The script lets the layers fade, and would throw if they were removed before that.
    setTimeout(remove, FADE_MS);
  });
  return {
    end,
    close() {
      settle('closed');
      hide(true);
      cancel();
    },
  };
}

/** `totalKobo` is the sum that the player saw. */
type Expected = { reference: string; key: string; totalKobo: number };

type Taken = { kobo: number; feeKobo: number };

/** Reads the public key that the card provider knows us by. */
export async function readPublicKey(): Promise<string> {
  const { data } = await call(getPublicKey, {});
  return data.publicKey;
}

/**
 * Announces a payment to the server before it is made, once for a key, and gives the sum that will be
 * charged. Throws ApiError `payment/mismatch` if the server's sum is another. An API without this call
 * charges the sum of its prices.
 */
export async function expectCard(
  { product, quote, door }: Order,
  { reference, key, totalKobo }: Expected,
): Promise<Taken> {
  if (!env.hasAdditions) return quote;
  const { data } = await playerCall(postExpected, {
    body: { product, provider: 'card', reference, door, totalKobo },
    key,
  });
  return data;
}
