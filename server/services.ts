import type { QuestionBank } from '../question-bank/reader/bank.ts';
import type { Ranking } from './boards/ranking.ts';
import type { Config } from './config/config.ts';
import { openSignatures, type Sign } from './crypto/signatures.ts';
import { openVault, type Vault } from './crypto/vault.ts';
import type { Db } from './database/tables.ts';
import { cachedTierParts, type ReadTierParts } from './prizes/tier-parts.ts';
import type { Providers } from './providers/open-providers.ts';
import { openQuestionVerdicts, type QuestionVerdicts } from './rounds/health/health.ts';
import { openRoundSecrets, type RoundSecrets } from './rounds/open.ts';
import { openReserve, type Reserve } from './rush/reserve.ts';

export type Foundations = {
  config: Config;
  db: Db;
  ranking: Ranking;
  bank: QuestionBank;
  /** The server's clock, in epoch milliseconds. */
  now: () => number;
};

/** Everything that the routes work with. */
export type Services = Foundations &
  Providers & {
    sign: Sign;
    roundSecrets: RoundSecrets;
    /** The verdicts on questions: at which level each is dealt, judged by its answers. */
    verdicts: QuestionVerdicts;
    /** The questions that are dealt only to runs of Millionaire Rush and to proof rounds. */
    reserve: Reserve;
    /** Reads what the tiers of today and yesterday pay at present. */
    tierParts: ReadTierParts;
    /** Seals bank accounts. */
    vault: Vault;
  };

/** Adds the services that depend on the database, such as those with the database's own keys. */
export async function openServices(
  { config, db, ranking, bank, now }: Foundations,
  providers: Providers,
): Promise<Services> {
  const [sign, roundSecrets] = [await openSignatures(db), await openRoundSecrets(db)];
  const reserve = await openReserve(db, bank);
  const verdicts = await openQuestionVerdicts(db);
  const vault = await openVault(db, config.bankKeys);
  const keys = { sign, roundSecrets, vault };
  const tierParts = cachedTierParts(db, now);
  return { config, db, ranking, bank, now, ...providers, ...keys, reserve, verdicts, tierParts };
}
