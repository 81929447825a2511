import { spawnSync } from 'node:child_process';
import * as v from 'valibot';

const report = v.object({
  vulnerabilities: v.record(
    v.string(),
    v.object({
      name: v.string(),
      severity: v.picklist(['info', 'low', 'moderate', 'high', 'critical']),
      range: v.string(),
    }),
  ),
});

/** What `npm audit` says of the locked packages; `unanswered` where the registry or a mirror gives no advisories. */
export type Advisories = { kind: 'answered'; sentences: string[] } | { kind: 'unanswered'; reason: string };

/** Asks the registry for advisories. Findings of any severity count: the fix is an update or a decision record. */
export function knownVulnerabilities(repository: string): Advisories {
  const { stdout } = spawnSync('npm', ['audit', '--json'], { cwd: repository, encoding: 'utf8', maxBuffer: 1 << 26 });
  return readAdvisories(stdout);
}

/** Reads the JSON that `npm audit --json` prints. */
export function readAdvisories(text: string): Advisories {
  const answer = v.safeParse(v.pipe(v.string(), v.parseJson(), report), text);
  if (!answer.success) return { kind: 'unanswered', reason: reasonIn(text) };
  const sentences = Object.values(answer.output.vulnerabilities).map(
    ({ name, severity, range }) => `${name} ${range} has a known vulnerability (${severity}).`,
  );
  return { kind: 'answered', sentences };
}

function reasonIn(text: string): string {
  const failure = v.safeParse(v.pipe(v.string(), v.parseJson(), v.object({ message: v.string() })), text);
  return failure.success ? failure.output.message : 'npm printed no report.';
}
