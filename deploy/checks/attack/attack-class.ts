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

/** So many cases of the fast part share a comparison of rows, which reads every table of the shop. */
const together = 20;

/**
 * Runs the cases of a class one after another, and compares the rows of the shop: after each case in a thorough run and
 * where a case may change some, otherwise after several. What has changed then is blamed on all of them.
 */
export async function runClass(
  site: AttackedSite,
  { name, cases, onlyReads = false }: AttackClass,
  { thorough }: { thorough: boolean },
): Promise<ClassResult> {
  const run = (await cases(site)).filter(({ isThorough = false }) => thorough || !isThorough);
  const broken: string[] = [];
  const most = onlyReads ? Infinity : thorough ? 1 : together;
  let rows = await site.rows();
  let uncompared: AttackCase[] = [];
  const compare = async () => {
    const before = rows;
    rows = await site.rows();
    const changed = [...rows].filter(([table, print]) => before.get(table) !== print).map(([table]) => table);
    if (changed.length > 0 && !uncompared.every(({ changesOwnRows = false }) => changesOwnRows))
      broken.push(`${uncompared.map(({ tries }) => tries).join(' or ')}: it changed ${changed.join(', ')}`);
    uncompared = [];
  };
  for (const attack of run) {
    if (attack.changesOwnRows && uncompared.length > 0) await compare();
    try {
      uncompared.push(attack);
      await attack.run(site);
    } catch (failure) {
      const words = failure instanceof Error ? failure.message : String(failure);
      broken.push(`${attack.tries}: ${words.replaceAll(/\s+/g, ' ').slice(0, 400)}`);
    }
    if (attack.changesOwnRows || uncompared.length >= most) await compare();
  }
  if (uncompared.length > 0) await compare();
  return { name, cases: run.length, held: Math.max(0, run.length - broken.length), broken };
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
