/** Files to mutate, and the tests that should kill their mutants. */
export type Part = {
  mutate: string[];
  tests: string[];
  /** Whether the tests need a page, as the tests of the app do. */
  inPage?: boolean;
  /**
   * How many mutants are drawn. If this is missing, all are tried. A draw leaves out code that runs when its
   * file is loaded, such as constants, because no single test runs it and each mutant would take all tests.
   */
  drawn?: number;
};

export const PARTS = {
  rules: { mutate: ['src/rules/**/*.ts'], tests: ['tests/src/rules/**/*.test.ts'] },
  outbox: {
    mutate: ['src/outbox/**/*.ts'],
    tests: ['tests/src/outbox/**/*.test.ts', 'tests/src/app/outbox-host.test.tsx'],
    inPage: true,
  },
  idempotency: {
    mutate: ['server/http/idempotency.ts'],
    tests: [
      'tests/server/http/{idempotency,process-metrics}.test.ts',
      'tests/server/rounds/expire.test.ts',
    ],
  },
  money: {
    mutate: ['server/ledger/**/*.ts', 'server/payments/**/*.ts'],
    tests: [
      'tests/server/{ledger,payments}/**/*.test.ts',
      'tests/server/desk/{payments,refunds,reverse,tickets,uphold,uphold-closed,wallets}.test.ts',
      'tests/server/prizes/{holds,lapse,send,settle}.test.ts',
      'tests/server/rounds/{count,expire,open}.test.ts',
      'tests/server/routes/{card,metrics,mobile-money,wallet-hint}.test.ts',
      'tests/server/rush/{held-back,open,play}.test.ts',
    ],
    drawn: 300,
  },
} as const satisfies Record<string, Part>;

export type PartName = keyof typeof PARTS;

export function isPartName(name: string): name is PartName {
  return Object.hasOwn(PARTS, name);
}
