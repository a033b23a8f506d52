import { expect, test } from 'vitest';
import { listFaults } from '../../../server/desk/command.ts';

const lines = (count: number) => Array.from({ length: count }, (_, index) => `fault ${index + 1}`);

test('fifty of many faults are listed one by one, always with their number', () => {
  expect(listFaults('Faults', [])).toEqual(['Faults: nothing']);
  expect(listFaults('Faults', lines(50))).toEqual([...lines(50), 'Faults: 50']);
  expect(listFaults('Faults', lines(52))).toEqual([...lines(50), '… and 2 more', 'Faults: 52']);
});
