import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { defaultMigrationsFolder } from '../../backend/database/prepare-database.ts';
import { silentLogger } from '../../backend/logger.ts';
import { startTestBackend } from '../../backend/testing/test-backend.ts';
import { embeddedWorkers } from '../embedded-workers.ts';

const errors: string[] = [];
const site = await startTestBackend({
  migrationsFolder: defaultMigrationsFolder,
  workers: embeddedWorkers({ payments: { gateway: 'local', everySeconds: 3600 } }),
  logger: { ...silentLogger, error: (line) => void errors.push(line) },
});
after(() => site.stop());

test('an outage of the payment gateway is logged once, and so is the next outage', async () => {
  const { sql, reconcilePayments } = site.backend;
  for (const outage of [1, 2]) {
    await sql`alter table public.payments rename to payments_away`;
    for (let round = 0; round < 3; round += 1) await reconcilePayments();
    assert.equal(errors.length, outage);
    assert.match(errors.at(-1) ?? '', /^Payments could not be reconciled: /);
    await sql`alter table public.payments_away rename to payments`;
    await reconcilePayments();
    assert.equal(errors.length, outage);
  }
});
