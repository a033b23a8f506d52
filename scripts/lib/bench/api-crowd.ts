import type { Endpoint } from '../../../src/contract/endpoint.ts';
import type { Asked, Heard } from './api-call.ts';
import type { OpenRound } from './api-round.ts';

/** What the cheapest round costs at most: who has less buys. */
export const EASY_COINS = 200;

export type Player = { id: string; phone: string; token: string; coins: number };
export type Paying = { player: Player; reference: string };
export type Playing = { player: Player; round: OpenRound; at: number };

/** What is read of replies. */
export type Yes = {
  status: boolean;
  code?: string;
  data: {
    id?: string;
    pointBalance?: number;
    user?: { pointBalance?: number };
    totalKobo?: number;
    awarded?: { points: number; coins: number };
  };
  meta?: { token?: string; round?: unknown };
};

/** A call to make, what a yes to it changes, and what else is an answer to it. */
export type Move = {
  asked: Asked;
  heard?: (body: Yes) => void;
  isExpectedNo?: (body: Yes) => boolean;
};

/** Whether an answer is the one that was to come. */
export function isRight({ isExpectedNo }: Move, { status, body }: Heard): boolean {
  const said = body as Yes;
  return status === 200 && (said.status === true || isExpectedNo?.(said) === true);
}

/** Who is there, by what they can do next; the first in a list does it first. */
export class Crowd {
  readonly signedIn: Player[] = [];
  readonly unchecked: Player[] = [];
  readonly ready: Player[] = [];
  readonly playing: Playing[] = [];
  readonly broke: Player[] = [];
  readonly paid: Paying[] = [];
  readonly lapsed: Player[] = [];
  readonly newcomers: string[] = [];
  readonly next: () => number;

  constructor(next: () => number) {
    this.next = next;
  }

  anybody(): Player | null {
    return this.oneOf(this.signedIn) ?? null;
  }

  oneOf<Item>(items: readonly Item[]): Item | undefined {
    return items[Math.floor(this.next() * items.length)];
  }

  /** Signs a player in by a reply. */
  signIn(phone: string, { data, meta }: Yes): Player {
    const player = { id: data.id ?? '', phone, token: meta?.token ?? '', coins: 0 };
    this.signedIn.push(player);
    return player;
  }

  /** To the end of those who may begin a round, or to those who have to buy. */
  back(player: Player, coins = 0): void {
    player.coins = coins;
    (coins >= EASY_COINS ? this.ready : this.broke).push(player);
  }

  address(): string {
    return addressOf(`${Math.floor(this.next() * 1_000_000)}`);
  }
}

/** A player's call, from where they are. */
export function by(player: Player, endpoint: Endpoint): Asked {
  return { endpoint, token: player.token, address: addressOf(player.id) };
}

/** Some hundred phones of a mobile network share an address. */
function addressOf(id: string): string {
  const one = Number(id) % 2_000;
  return `102.89.${one >> 8}.${one & 255}`;
}
