import type { AttackedSite } from './open-attacked-site.ts';

/** One attempt. It throws when the site did not withstand it. */
export interface AttackCase {
  /** What it tries, in a few words. */
  tries: string;
  run(site: AttackedSite): Promise<void>;
  /** Rows that belong to the attacker, or to the preparation, change; otherwise no row of the shop may. */
  changesOwnRows?: boolean;
  /** Not in `npm test`: it takes long, or it repeats a rule in more combinations. */
  isThorough?: boolean;
}

/** Attempts of one kind, against one running site. */
export interface AttackClass {
  name: string;
  /** Only in `npm run attack`, where there is a Chromium. */
  needsBrowser?: boolean;
  /** Its cases only read pages or files: rows are compared once, at its end. */
  onlyReads?: boolean;
  cases(site: AttackedSite): AttackCase[] | Promise<AttackCase[]>;
}

/** What came of a class. */
export interface ClassResult {
  name: string;
  cases: number;
  held: number;
  /** What did not hold, and how. */
  broken: string[];
}

/** Runs the cases of a class one after another, and compares the rows of the shop after each. */
export async function runClass(
  site: AttackedSite,
  { name, cases, onlyReads = false }: AttackClass,
  { thorough }: { thorough: boolean },
): Promise<ClassResult> {
  const run = (await cases(site)).filter(({ isThorough = false }) => thorough || !isThorough);
  const broken: string[] = [];
  let rows = await site.rows();
  for (const [at, attack] of run.entries()) {
    try {
      await attack.run(site);
      if (onlyReads && at < run.length - 1) continue;
      const after = await site.rows();
      const changed = [...after].filter(([table, print]) => rows.get(table) !== print).map(([table]) => table);
      rows = after;
      if (changed.length > 0 && !attack.changesOwnRows) throw new Error(`it changed ${changed.join(', ')}`);
    } catch (failure) {
      rows = await site.rows();
      const words = failure instanceof Error ? failure.message : String(failure);
      broken.push(`${attack.tries}: ${words.replaceAll(/\s+/g, ' ').slice(0, 400)}`);
    }
  }
  return { name, cases: run.length, held: run.length - broken.length, broken };
}

/** The table of all classes, as lines. */
export function tableOf(results: ClassResult[]): string[] {
  const sum = (key: 'cases' | 'held') => results.reduce((total, result) => total + result[key], 0);
  const rows = [...results, { name: 'all', cases: sum('cases'), held: sum('held') }];
  const width = Math.max(...rows.map(({ name }) => name.length));
  const line = (name: string, cases: string, held: string) =>
    `${name.padEnd(width)}  ${cases.padStart(6)}  ${held.padStart(6)}`;
  return [line('class', 'cases', 'held'), ...rows.map(({ name, cases, held }) => line(name, `${cases}`, `${held}`))];
}
