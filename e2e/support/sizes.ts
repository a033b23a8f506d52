import type { Request } from 'playwright/test';

export function inKb(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`;
}

/** The bytes of a call in each direction, with its headers; `null` if it never reached the line. */
export async function sizeOf(request: Request) {
  const response = await request.response();
  if (!response || response.fromServiceWorker()) return null;
  const sizes = await request.sizes();
  return {
    name: `${request.method()} ${new URL(request.url()).pathname}`,
    sent: sizes.requestHeadersSize + sizes.requestBodySize,
    received: sizes.responseHeadersSize + sizes.responseBodySize,
  };
}
