import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const program = join(dirname(createRequire(import.meta.url).resolve('supabase/package.json')), 'dist/supabase.js');

/**
 * Runs the official Supabase CLI, which npm installed, without a terminal and without telemetry.
 *
 * @returns what it prints to standard output and to standard error.
 * @throws when it ends with another code than 0.
 */
export async function supabaseCli(...args: string[]): Promise<{ stdout: string; stderr: string }> {
  // Its own files (telemetry, last version seen) go to a temporary home.
  const home = await mkdtemp(join(tmpdir(), 'twostroke-supabase-'));
  const env = {
    ...process.env,
    HOME: home,
    SUPABASE_HOME: home,
    SUPABASE_TELEMETRY_DISABLED: '1',
    DO_NOT_TRACK: '1',
    SUPABASE_NO_UPDATE_NOTIFIER: '1',
    NO_COLOR: '1',
  };
  try {
    return await run(process.execPath, [program, ...args], { env, cwd: home, maxBuffer: 16_000_000 });
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}
