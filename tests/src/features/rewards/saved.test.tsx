import { screen } from '@testing-library/react';
import { beforeEach, test } from 'vitest';
import { queryClient } from '../../../../src/app/query-client.ts';
import { answer } from '../../../support/fake-api.ts';
import { signIn } from '../../../support/render.tsx';
import { aPayout, open, winnings } from './rewards.tsx';

beforeEach(() => signIn());

test('prizes that were read are there without a line, with their age', async () => {
  answer('get', 'payouts', winnings([aPayout()]), 'no answer');
  const { unmount } = open();
  await screen.findByText('7th place, week of Mon 9 Nov', { exact: false });
  unmount();
  queryClient.clear();
  open();
  await screen.findByText('7th place, week of Mon 9 Nov', { exact: false });
  await screen.findByText(/^This is from /, undefined, { timeout: 15_000 });
}, 20_000);
