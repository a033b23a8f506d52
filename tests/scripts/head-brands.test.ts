import { expect, test, vi } from 'vitest';
import { headBrands } from '../../scripts/lib/head-brands.ts';

vi.mock('../../src/rules/networks.ts', () => ({
  HOUSE: { id: 'all' },
  NETWORKS: [{ id: 'all' }, { id: 'mtn' }],
}));

test('a network without a palette fails the build, and is named', () => {
  expect(() => headBrands(undefined)).toThrow(
    'src/app/styles/brands.css has no --c-night for [data-brand="mtn"].',
  );
});
