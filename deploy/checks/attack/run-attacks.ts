import { allClasses } from './all-classes.ts';
import { runClass, type ClassResult } from './attack-class.ts';
import { openAttackedSite } from './open-attacked-site.ts';

/**
 * Runs the whole corpus.
 * @param options.chromium the browser, without which its states are left out
 */
export async function runAttacks({ chromium }: { chromium: string | null }): Promise<ClassResult[]> {
  const site = await openAttackedSite();
  const results: ClassResult[] = [];
  try {
    for (const kind of allClasses) {
      if (kind.needsBrowser && !chromium) continue;
      const result = await runClass(site, kind, { thorough: true });
      console.log(`${result.name}: ${result.held} of ${result.cases} held`);
      results.push(result);
    }
  } finally {
    await site.stop();
  }
  return results;
}
