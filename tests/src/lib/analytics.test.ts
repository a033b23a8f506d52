import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeApi } from '../../support/fake-api.ts';

vi.mock('../../../src/config/env.ts', () => ({ env }));

const env = vi.hoisted(() => ({
  analyticsToken: 'project' as string | null,
  analyticsUrl: 'https://analytics.example.ng',
}));

type Sent = { event: string; properties: Record<string, unknown> };
let sent: Sent[];

beforeEach(() => {
  vi.resetModules();
  sent = [];
  history.replaceState(null, '', '/login?msisdn=2348030000001');
  fakeApi.use(
    http.post('https://analytics.example.ng/track/', async ({ request }) => {
      const data = new URLSearchParams(await request.text()).get('data') ?? '';
      sent.push(...JSON.parse(data));
      return HttpResponse.text('1');
    }),
  );
  // At once: a batch goes after five seconds.
  vi.stubGlobal('requestIdleCallback', (run: () => void) => setTimeout(run));
});

afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
  env.analyticsToken = 'project';
});

describe('analytics', () => {
  it('sends what happened before it was there, with nothing of the player, and keeps nothing', async () => {
    const { chooseCounting, track } = await import('../../../src/lib/analytics.ts');
    chooseCounting(true);
    track('7023 Signup');
    track('SMS Login');
    await vi.waitFor(() => expect(sent).toHaveLength(2), { timeout: 12_000 });
    expect(sent.map(({ event }) => event)).toEqual(['7023 Signup', 'SMS Login']);
    expect(JSON.stringify(sent)).not.toMatch(/2348030000001|msisdn|\$current_url|referr/);
    expect({ ...localStorage }).toEqual({ 'fom-analytics': 'on' });
    expect(document.cookie).toBe('');
  }, 15_000);

  it('does nothing on a phone that saves data, nor on 2G', async () => {
    const { chooseCounting, track } = await import('../../../src/lib/analytics.ts');
    chooseCounting(true);
    const asked = vi.fn();
    vi.stubGlobal('requestIdleCallback', asked);
    for (const value of [{ saveData: true }, { effectiveType: '2g' }]) {
      Object.defineProperty(navigator, 'connection', { configurable: true, value });
      track('SMS Login');
      expect(asked).not.toHaveBeenCalled();
    }
    Reflect.deleteProperty(navigator, 'connection');
    track('SMS Login');
    expect(asked).toHaveBeenCalledOnce();
  });

  it('does nothing without a token', async () => {
    env.analyticsToken = null;
    localStorage.setItem('fom-analytics', 'on');
    const idle = vi.fn();
    vi.stubGlobal('requestIdleCallback', idle);
    const { track } = await import('../../../src/lib/analytics.ts');
    track('SMS Login');
    expect(idle).not.toHaveBeenCalled();
  });

  it('does nothing before a yes, nor after it was taken back', async () => {
    const idle = vi.fn();
    vi.stubGlobal('requestIdleCallback', idle);
    const { chooseCounting, isCountingOn, track } = await import('../../../src/lib/analytics.ts');
    expect(isCountingOn()).toBe(false);
    track('SMS Login');
    chooseCounting(true);
    chooseCounting(false);
    track('SMS Login');
    expect(idle).not.toHaveBeenCalled();
    expect({ ...localStorage }).toEqual({});
  });
});
