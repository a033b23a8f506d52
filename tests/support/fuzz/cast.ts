import { randomBytes } from 'node:crypto';
import type { OpenRound } from '../../../scripts/lib/player/player.ts';
import { openSession } from '../../../server/accounts/sign-in/sessions.ts';
import type { SignInPolicy } from '../../../server/config/sign-in.ts';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { endSessionsOf } from '../end-sessions.ts';
import { asked } from '../proof.ts';
import { asRunner } from '../rush.ts';
import type { TestServer } from '../server.ts';
import {
  askForCode,
  inboxOf,
  operatorProof,
  passChallenge,
  signUpByCode,
  signUpByOperator,
} from '../sign-in.ts';
import type { TestPlayer } from '../test-player.ts';
import { POSSESSIONS } from './possessions.ts';

/** The players of drawn calls, and their possessions, each made when a call first names it. */
export class Cast {
  readonly server: TestServer;
  readonly #policy: SignInPolicy;
  /** For calls that remove the player: one without possessions is made sooner. */
  readonly #isBare: boolean;
  /** The other players: they do little, and need not be made for each. */
  readonly #others: Cast | null;
  /** Whether something was made since it was last asked. */
  #hasMade = false;
  readonly #made = new Map<string, Promise<unknown>>();

  constructor(
    server: TestServer,
    policy: SignInPolicy,
    { isBare = false, others = null }: { isBare?: boolean; others?: Cast | null } = {},
  ) {
    this.server = server;
    this.#others = others;
    this.#policy = policy;
    this.#isBare = isBare;
  }

  /** A value with the possessions of its players instead of `@own:phone@`. */
  async resolve(value: unknown): Promise<unknown> {
    if (typeof value === 'string') {
      const [, who, what] = /^@(own|other|new|fresh):(\w+)@$/.exec(value) ?? [];
      return who === undefined || what === undefined ? value : this.#get(who, what);
    }
    if (Array.isArray(value)) return Promise.all(value.map((one) => this.resolve(one)));
    if (typeof value !== 'object' || value === null) return value;
    const copy = {};
    for (const [key, one] of Object.entries(value)) {
      const rest = { enumerable: true, configurable: true, writable: true };
      Object.defineProperty(copy, key, { ...rest, value: await this.resolve(one) });
    }
    return copy;
  }

  /** The value of `Authorization`; unchanged if it names no player. */
  async authorization(token: string): Promise<string | undefined> {
    if (token === 'none') return undefined;
    if (token === 'round' || token === 'other round') {
      const who = token === 'round' ? 'own' : 'other';
      const opened = (await this.#get(who, 'opened')) as Partial<OpenRound>;
      return `Round ${opened.round?.secret ?? 'none'}`;
    }
    const known = ['own', 'other', 'ended', 'old'].includes(token);
    return known ? `Bearer ${await this.#get('token', token)}` : token;
  }

  hasMade(): boolean {
    const has = this.#hasMade;
    this.#hasMade = false;
    return this.#others?.hasMade() || has;
  }

  #get(who: string, what: string): Promise<unknown> {
    if (who === 'fresh') return Promise.resolve(`FOM-${randomBytes(9).toString('hex')}`);
    const isOthers = who === 'other' || (who === 'token' && what !== 'own');
    if (this.#others && isOthers) return this.#others.#get(who, what);
    const name = `${who} ${what}`;
    const made = this.#made.get(name) ?? this.#make(who, what);
    this.#made.set(name, made);
    return made;
  }

  async #make(who: string, what: string): Promise<unknown> {
    this.#hasMade = true;
    if (who === 'token') return this.#token(what);
    if (who === 'new' && what === 'phone') return this.server.newPhone();
    if (['challenge', 'code', 'proof'].includes(what)) return this.#proofOf(who, what);
    const make =
      this.#isBare && !['id', 'phone', 'dailyPhone'].includes(what)
        ? () => `no-${what}`
        : POSSESSIONS[what];
    if (!make) throw new Error(`no player has a ${what}`);
    return make(await this.player(who), (other) => this.#get(who, other));
  }

  /** The proof that a number is a player's; invalid if no codes are sent. */
  async #proofOf(who: string, what: string): Promise<unknown> {
    const phone = String(await this.#get(who, 'phone'));
    if (this.#policy === 'operator' && what === 'proof') {
      return operatorProof(phone, this.server.clock.at);
    }
    if (this.#policy !== 'otp') return `no-${what}`;
    // A number gets one code a minute.
    this.server.clock.at += 61_000;
    if (what === 'challenge') return askForCode(this.server, phone);
    if (what === 'proof') return (await passChallenge(this.server, phone)).body.meta?.proof;
    await this.#get(who, 'challenge');
    return (await inboxOf(this.server, phone))[0]?.code;
  }

  async #token(what: string): Promise<string> {
    const { db, clock } = this.server;
    if (what === 'own' || what === 'other') return (await this.player(what)).token;
    const player = await this.#signUp();
    const daysAgo = what === 'old' ? 61 : 0;
    const token = await openSession(db, player.id, clock.at - daysAgo * DAY_MS);
    if (what === 'ended') await endSessionsOf(db, player.id);
    return token;
  }

  /** Subscribed, adult, with tickets, and asked for a proof round. */
  player(who: string): Promise<TestPlayer> {
    return this.#once(`player ${who}`, async () => {
      const player = await this.#signUp();
      if (this.#isBare) return player;
      await asRunner(await player.subscribe(), 3);
      await asked(player);
      return player;
    });
  }

  #signUp(): Promise<TestPlayer> {
    if (this.#policy === 'open') return this.server.signUp();
    return this.#policy === 'otp' ? signUpByCode(this.server) : signUpByOperator(this.server);
  }

  #once<Made>(name: string, make: () => Promise<Made>): Promise<Made> {
    const made = (this.#made.get(name) as Promise<Made> | undefined) ?? make();
    this.#hasMade ||= !this.#made.has(name);
    this.#made.set(name, made);
    return made;
  }
}
