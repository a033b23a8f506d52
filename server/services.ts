import type { Ranking } from './boards/ranking.ts';
import type { Config } from './config/config.ts';
import type { Sign } from './crypto/signatures.ts';
import type { Db } from './database/tables.ts';
import type { AirtimeBilling } from './providers/airtime-billing.ts';
import type { SendSms } from './providers/sms.ts';
import type { Bank } from './rounds/bank.ts';
import type { RoundSecrets } from './rounds/secrets.ts';

/** What the routes work with. */
export type Services = {
  db: Db;
  config: Config;
  /** The server's clock, in epoch milliseconds. */
  now: () => number;
  bank: Bank;
  billing: AirtimeBilling;
  sendSms: SendSms;
  sign: Sign;
  roundSecrets: RoundSecrets;
  ranking: Ranking;
};
