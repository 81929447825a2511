import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { loadSecrets } from '../secrets/backend-secrets.ts';
import { tempFolder } from '../../supabase/tests/temp-folder.ts';
import type { TestBackend } from '../testing/test-backend.ts';
import { signUp, startTestBackend } from '../testing/test-backend.ts';

const runbook = readFileSync(join(import.meta.dirname, '../../hosting/runbooks/rotate-keys.md'), 'utf8');
const variables = ['TWOSTROKE_FORMER_JWT_SECRET', 'TWOSTROKE_JWT_SECRET'] as const;
const folder = tempFolder();

let site: TestBackend | undefined;
after(async () => {
  for (const name of variables) delete process.env[name];
  await site?.stop();
  folder.remove();
});

async function restart(): Promise<TestBackend> {
  await site?.stop();
  return (site = await startTestBackend({ dataFolder: join(folder.path, '.data') }));
}

/** Runs the command that the runbook has for a variable, where an operator would. */
function valueFor(name: string): string {
  const line = runbook.split('\n').find((text) => text.endsWith(`# ${name}`));
  const [, script] = /^\s*node -p "(.*)"\s+#/.exec(line ?? '') ?? [];
  assert.ok(script, `the runbook has no command for ${name}`);
  return execFileSync(process.execPath, ['-p', script], { cwd: folder.path, encoding: 'utf8' }).trim();
}

async function statuses(token: string): Promise<number[]> {
  assert.ok(site);
  const { url, backend } = site;
  const headers = { apikey: backend.anonKey, authorization: `Bearer ${token}` };
  const asked = ['/rest/v1/notes?select=id', '/auth/v1/user'].map((path) => fetch(`${url}${path}`, { headers }));
  return (await Promise.all(asked)).map(({ status }) => status);
}

test('the runbook rotates the JWT secret without ending a session', async () => {
  const { client } = await signUp(await restart());
  const before = (await client.auth.getSession()).data.session;
  assert.ok(before);
  assert.deepEqual(await statuses(before.access_token), [200, 200]);

  for (const name of variables) process.env[name] = valueFor(name);
  await restart();
  assert.deepEqual(await statuses(before.access_token), [200, 200], 'a token of the former secret');
  const { data } = await (site as TestBackend).client().auth.refreshSession({ refresh_token: before.refresh_token });
  assert.ok(data.session, 'the session renews itself');
  assert.deepEqual(await statuses(data.session.access_token), [200, 200], 'a token of the new secret');

  delete process.env['TWOSTROKE_FORMER_JWT_SECRET'];
  await restart();
  assert.deepEqual(await statuses(before.access_token), [401, 401], 'the former secret opens nothing any more');
  assert.deepEqual(await statuses(data.session.access_token), [200, 200]);
});

test('a key in the environment with fewer than 32 characters is refused', () => {
  const load = (name: string, length: number) =>
    loadSecrets(join(folder.path, '.data'), { [name]: 'f'.repeat(length) });
  for (const name of [...variables, 'TWOSTROKE_CODE_KEY', 'TWOSTROKE_SERVICE_KEY']) {
    assert.throws(() => load(name, 31), new RegExp(`${name} is shorter than 32 characters`));
    assert.ok(load(name, 32));
  }
});
