import { env } from '../../config/env.ts';
import { postExpected } from '../../contract/endpoints/payments.ts';
import { getPublicKey } from '../../contract/misc.ts';
import { call } from '../../lib/http.ts';
import { playerCall } from '../../session/player-call.ts';
import styles from './card-window.module.css';
import type { Order } from './order.tsx';

/** A script without an answer counts as lost after so long, in milliseconds. */
const PATIENCE_MS = 30_000;

/** The layers of a window that has ended are gone from the page after so long, in milliseconds. */
const FADE_MS = 1000;

type Transaction = unknown;

/** The provider's inline interface, as its script leaves it on the page. */
type CardPop = new () => {
  newTransaction: (options: {
    key: string;
    email: string;
    /** In kobo. */
    amount: number;
    reference: string;
    currency: 'NGN';
    metadata: Record<string, string>;
    /** The player sees the form. */
    onLoad: () => void;
    onSuccess: () => void;
    onCancel: () => void;
    /** The form could not be loaded. */
    onError: () => void;
  }) => Transaction;
  cancelTransaction: (transaction: Transaction) => void;
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
      // A script that failed is never asked for again: the next try needs another element.
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

/** How a window ended: `failed`, the provider could not show its form, so nothing was paid. */
export type WindowEnd = 'paid' | 'closed' | 'failed';

type CardWindow = {
  end: Promise<WindowEnd>;
  /** Closes it, as the provider's own button does. */
  close: () => void;
};

/**
 * Opens the provider's window, which is hidden until it has loaded: its layers lie over all else, and one
 * that never loads would leave the player no way out. Calls `onLoad` once the window can be seen. Throws the
 * errors of the provider's script.
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
      // A window that has ended by itself knows nothing of it any more.
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
    // The script lets them fade, and would throw where they are gone before.
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

/** `totalKobo`: the sum that the player saw. */
type Expected = { reference: string; key: string; totalKobo: number };

type Taken = { kobo: number; feeKobo: number };

/** Reads the public key that the card provider knows us by. */
export async function readPublicKey(): Promise<string> {
  const { data } = await call(getPublicKey, {});
  return data.publicKey;
}

/**
 * Announces a payment to the server before it is made; gives the sum that it will take. Once for a key.
 * Throws ApiError `payment/mismatch` for another sum than the server's. An API without the call takes
 * the sum of its prices.
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
