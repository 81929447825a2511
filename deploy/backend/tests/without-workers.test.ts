import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestBackend } from '../testing/test-backend.ts';
import { startTestBackend } from '../testing/test-backend.ts';

let site: TestBackend;
before(async () => void (site = await startTestBackend()));
after(() => site.stop());

test('a backend without workers answers that online payment is not available', async () => {
  const response = await fetch(`${site.url}/payments/v1/orders`, { method: 'POST', body: '{}' });
  assert.equal(response.status, 404);
  assert.equal(((await response.json()) as { hint: string }).hint, 'not_offered');
  await site.backend.reconcilePayments();
});
