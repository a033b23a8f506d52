import { expect } from 'vitest';
import { newKey } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';

/** Deletes the account and signs up again with its number. */
export async function startAnew(player: TestPlayer): Promise<TestPlayer> {
  const deleted = await player.delete('/user', { word: 'DELETE' }, { key: newKey() });
  expect(deleted.status).toBe(200);
  return player.server.signUp({ phone: player.phone });
}
