import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { authorOf } from './release-context.ts';

test('the author of a release is who started the workflow, else the git user, else the user of this machine', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'twostroke-author-'));
  // The git settings of this machine must not count.
  const settings = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };
  const former = { ...process.env };
  Object.assign(process.env, settings);
  t.after(() => {
    process.env = former;
    rmSync(folder, { recursive: true, force: true });
  });
  spawnSync('git', ['init', '-q'], { cwd: folder });
  assert.equal(authorOf(folder, {}), userInfo().username);
  assert.equal(authorOf(folder, { GITHUB_ACTOR: 'meera' }), 'meera');
  spawnSync('git', ['config', 'user.name', 'Meera K'], { cwd: folder });
  assert.equal(authorOf(folder, { GITHUB_ACTOR: '' }), 'Meera K');
  assert.equal(authorOf(folder, { GITHUB_ACTOR: 'meera' }), 'meera');
});
