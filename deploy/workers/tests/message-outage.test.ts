import assert from 'node:assert/strict';
import { test } from 'node:test';
import postgres from 'postgres';
import { silentLogger } from '../../backend/logger.ts';
import { poll } from '../../backend/testing/poll.ts';
import { startMessageWorker } from '../messages/message-worker.ts';

test('a database that does not answer is logged when that takes longer than a restart', async () => {
  // No server listens on port 1.
  const sql = postgres('postgres://worker@127.0.0.1:1/none', { backoff: () => 0, onnotice: () => undefined });
  const lines: string[] = [];
  const unused = () => Promise.reject(new Error('Nothing is due.'));
  const began = performance.now();
  const options = {
    sql,
    smsAdapter: { send: unused },
    mailAdapter: { send: unused },
    siteUrl: () => 'https://twostroke.example',
    logger: { ...silentLogger, error: (line: string) => void lines.push(line) },
  };
  const worker = startMessageWorker(options, 2_000);
  await poll('the line', async () => lines.length > 0);
  assert.ok(performance.now() - began > 2_000, 'a shorter outage is a restart');
  assert.deepEqual(lines, ['The database of messages does not answer (ECONNREFUSED); trying again.']);
  await worker.close();
  await sql.end({ timeout: 0 });
});
