import { execFile } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const library = createRequire(import.meta.url).resolve('@supabase/pg-delta');
const program = join(dirname(library), 'cli/main.js');

/** The statements that make one database like another. */
export interface Difference {
  /** SQL in order; more than one part where a statement must be committed before the next one may use it. */
  parts: string[];
  /**
   * Probable renames, as `<from>=<to>`; unless one is accepted, the plan drops the first object and creates the second.
   */
  renames: string[];
}

/**
 * Plans the statements that make the database at `from` like the one at `to`, by @supabase/pg-delta.
 *
 * @throws when pg-delta ends with an error.
 */
export async function planDifference(from: string, to: string, renames: string[] = []): Promise<Difference> {
  const folder = await mkdtemp(join(tmpdir(), 'twostroke-plan-'));
  const plan = join(folder, 'plan.json');
  try {
    const accepted = renames.flatMap((rename) => ['--accept-rename', rename]);
    const { stderr } = await pgDelta('plan', '--source', from, '--desired', to, '--out', plan, ...accepted);
    const { actions } = JSON.parse(await readFile(plan, 'utf8')) as { actions: unknown[] };
    const parts: string[] = [];
    if (actions.length > 0) {
      await pgDelta('render', '--plan', plan, '--out', join(folder, 'part.sql'), '--allow-drops');
      const files = (await readdir(folder)).filter((file) => file.endsWith('.sql'));
      // part.sql alone, or part_1.sql, part_2.sql, …
      const place = (file: string): number => Number(/_(\d+)/.exec(file)?.[1] ?? 0);
      for (const file of files.sort((one, other) => place(one) - place(other)))
        parts.push(await readFile(join(folder, file), 'utf8'));
    }
    return { parts, renames: [...stderr.matchAll(/--accept-rename (\S+)/g)].map(([, rename = '']) => rename) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function pgDelta(...args: string[]): Promise<{ stdout: string; stderr: string }> {
  return run(process.execPath, [program, ...args], { maxBuffer: 64_000_000 });
}
