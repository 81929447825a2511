import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { allClasses } from './all-classes.ts';
import { runClass, tableOf, type ClassResult } from './attack-class.ts';
import { openAttackedSite } from './open-attacked-site.ts';

/* The fast part of the corpus, for `npm test`; `npm run attack` runs all of it (README.md). */
const site = await openAttackedSite();
const results: ClassResult[] = [];
after(async () => {
  await site.stop();
  console.log(tableOf(results).join('\n'));
});

for (const kind of allClasses.filter(({ needsBrowser }) => !needsBrowser))
  test(`attacks: ${kind.name}`, async () => {
    const result = await runClass(site, kind, { thorough: false });
    results.push(result);
    assert.ok(result.cases > 0);
    assert.deepEqual(result.broken, []);
  });
