import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A new folder for one test file's data. Every user may traverse it, because for root the database runs as another
 * user; with mode 0o700 it simulates root's home.
 */
export function tempFolder(mode = 0o755): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'twostroke-test-'));
  chmodSync(path, mode);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
