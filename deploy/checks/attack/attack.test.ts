import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { isWholeSuite } from '../../supabase/tests/whole-suite.ts';
import { allClasses } from './all-classes.ts';
import { runClass, tableOf, type ClassResult } from './attack-class.ts';
import { openAttackedSite } from './open-attacked-site.ts';

/* The corpus of attacks on one running site: see README.md. */
const site = await openAttackedSite();
const results: ClassResult[] = [];
after(async () => {
  await site.stop();
  console.log(tableOf(results).join('\n'));
});

for (const kind of allClasses.filter(({ needsBrowser }) => !needsBrowser))
  test(`attacks: ${kind.name}`, async () => {
    const result = await runClass(site, kind, { thorough: isWholeSuite });
    results.push(result);
    assert.ok(result.cases > 0);
    assert.deepEqual(result.broken, []);
  });
