import { test } from 'node:test';
import type { TestSite } from './open-test-site.ts';

/** A test of what only the Node server does. Behind nginx it is not run; its name and the reason are printed instead. */
export function testOnNodeServer(site: TestSite, reason: string, name: string, walk: () => Promise<void>): void {
  if (site.server === 'node') test(name, walk);
  else console.log(`Left out behind nginx: ${name} (${reason})`);
}
