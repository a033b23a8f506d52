import { openSession } from '../../../server/accounts/sessions.ts';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { endSessionsOf } from '../end-sessions.ts';
import { begin } from '../payments.ts';
import { asked } from '../proof.ts';
import { asRunner, Phone } from '../rush.ts';
import type { TestServer } from '../server.ts';
import { askForCode, inboxOf, passChallenge, signUpByCode } from '../sign-in.ts';
import { answersTo, submissionOf, type TestPlayer, type TestRound } from '../test-player.ts';

/** The players of drawn calls, and what they have: made when a call is the first to name it. */
export class Cast {
  readonly server: TestServer;
  /** Whether players sign in by a code that is sent to them. */
  readonly #byCode: boolean;
  /** Whether something was made since it was last asked. */
  #hasMade = false;
  readonly #made = new Map<string, Promise<unknown>>();

  constructor(server: TestServer, byCode: boolean) {
    this.server = server;
    this.#byCode = byCode;
  }

  /** A value with what its players have in the place of `@own:phone@`. */
  async resolve(value: unknown): Promise<unknown> {
    if (typeof value === 'string') {
      const [, who, what] = /^@(own|other|new):(\w+)@$/.exec(value) ?? [];
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

  /** What stands in `Authorization`; as it is where it names nobody. */
  async authorization(token: string): Promise<string | undefined> {
    if (token === 'none') return undefined;
    if (token === 'round' || token === 'other round') {
      const { round } = await this.#round(token === 'round' ? 'own' : 'other');
      return `Round ${round.secret}`;
    }
    const known = ['own', 'other', 'ended', 'old'].includes(token);
    return known ? `Bearer ${await this.#get('token', token)}` : token;
  }

  hasMade(): boolean {
    const has = this.#hasMade;
    this.#hasMade = false;
    return has;
  }

  #get(who: string, what: string): Promise<unknown> {
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
    const player = await this.#player(who);
    switch (what) {
      case 'id':
        return String(player.id);
      case 'phone':
        return player.phone;
      case 'run':
        return new Phone(player).begin();
      case 'reference':
        return begin(player);
      case 'collection':
        return begin(player, { way: 'mobile-money', product: 'coins-100' });
      case 'round': {
        const round = await this.#round(who);
        return submissionOf(round, answersTo(round)).round;
      }
      case 'roundId':
        return (await this.#round(who)).round.id;
      case 'question':
        return (await this.#round(who)).questions[0]?.id;
      default:
        throw new Error(`no player has a ${what}`);
    }
  }

  /** What shows a number to be a player's; nothing is where no codes are sent. */
  async #proofOf(who: string, what: string): Promise<unknown> {
    if (!this.#byCode) return `no-${what}`;
    const phone = String(await this.#get(who, 'phone'));
    // A number gets one code a minute.
    this.server.clock.at += 61_000;
    if (what === 'challenge') return askForCode(this.server, phone);
    if (what === 'proof') return (await passChallenge(this.server, phone)).body.meta?.proof;
    await this.#get(who, 'challenge');
    return (await inboxOf(this.server, phone))[0]?.code;
  }

  async #token(what: string): Promise<string> {
    const { db, clock } = this.server;
    if (what === 'own' || what === 'other') return (await this.#player(what)).token;
    const player = await this.#signUp();
    const daysAgo = what === 'old' ? 61 : 0;
    const token = await openSession(db, player.id, clock.at - daysAgo * DAY_MS);
    if (what === 'ended') await endSessionsOf(db, player.id);
    return token;
  }

  /** Subscribed, grown up, with tickets, and asked for a proof round. */
  #player(who: string): Promise<TestPlayer> {
    return this.#once(`player ${who}`, async () => {
      const player = await asRunner(await (await this.#signUp()).subscribe(), 3);
      await asked(player);
      return player;
    });
  }

  #signUp(): Promise<TestPlayer> {
    return this.#byCode ? signUpByCode(this.server) : this.server.signUp();
  }

  #round(who: string): Promise<TestRound> {
    return this.#once(`round ${who}`, async () => (await this.#player(who)).openRound());
  }

  #once<Made>(name: string, make: () => Promise<Made>): Promise<Made> {
    const made = (this.#made.get(name) as Promise<Made> | undefined) ?? make();
    this.#hasMade ||= !this.#made.has(name);
    this.#made.set(name, made);
    return made;
  }
}
