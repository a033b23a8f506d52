import { expect, test } from 'vitest';
import { headBrands } from '../../../scripts/lib/build.ts';

test('a network without a palette fails the build, and is named', () => {
  expect(() => headBrands(undefined, [{ id: 'all' }, { id: 'nobody' }])).toThrow(
    'src/app/styles/brands.css has no --c-night for [data-brand="nobody"].',
  );
});
