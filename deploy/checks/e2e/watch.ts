import type { BrowserContext } from 'playwright-core';

/** Records the requests and the errors and warnings of a visitor's browser, in all tabs from now on. */
export function watch(context: BrowserContext): { requests: string[]; complaints: string[] } {
  const requests: string[] = [];
  const complaints: string[] = [];
  context.on('request', (request) => requests.push(request.url()));
  context.on('weberror', (failure) => complaints.push(`exception: ${failure.error().message}`));
  context.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    complaints.push(`${message.type()} at ${message.page()?.url() ?? 'a closed page'}: ${message.text()}`);
  });
  return { requests, complaints };
}
