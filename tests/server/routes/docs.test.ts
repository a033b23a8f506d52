import { describe, expect, test } from 'vitest';
import { testServer } from '../../support/server.ts';
import { htmlProblems } from '../../support/valid-html.ts';

describe('where the configuration allows it', () => {
  const server = testServer({ env: { API_DOCS: 'on' } });

  test('the contract is there to read, without a script or another host', async () => {
    const { statusCode, headers, body } = await server().app.inject('/api/docs');
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none';style-src 'sha256-[^;]+';frame-ancestors 'none';base-uri 'none';form-action 'none'$/,
    );
    expect(body).toContain('POST /api/v2/points');
    expect(body).toContain('round/expired: The result came after the round could be counted.');
    expect(body).toContain('<a href="#User">User</a>');
    expect(body).not.toMatch(/<script|https?:/);
    expect(await htmlProblems(body)).toEqual([]);
  });

  test('the contract is there for tools', async () => {
    const { statusCode, body } = await server().app.inject('/api/docs/openapi.json');
    expect(statusCode).toBe(200);
    expect(JSON.parse(body)).toMatchObject({ openapi: '3.1.0' });
  });
});

describe('otherwise', () => {
  const server = testServer();

  test.each(['/api/docs', '/api/docs/openapi.json'])('nothing is at %s', async (url) => {
    const { statusCode, body } = await server().app.inject(url);
    expect(statusCode).toBe(404);
    expect(JSON.parse(body)).toMatchObject({ code: 'route/unknown' });
  });
});
