import { readFileSync } from 'node:fs';

/**
 * Preloaded into a server (`--import`): its clock is ahead by the number of milliseconds in this
 * file.
 */
const file = process.env.CLOCK_FILE ?? '';
const RealDate = Date;
const ahead = () => Number(readFileSync(file, 'utf8'));

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given: [], made) =>
    Reflect.construct(target, given.length === 0 ? [target.now() + ahead()] : given, made),
  get: (target, name, at) =>
    name === 'now' ? () => target.now() + ahead() : Reflect.get(target, name, at),
});
