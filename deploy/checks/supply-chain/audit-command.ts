import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listApps } from '@twostroke/shared/tooling/list-apps.mjs';
import { repository } from '../../release/build/ensure-installed.mjs';
import { knownVulnerabilities } from './known-vulnerabilities.ts';
import { disallowedLicences } from './licences.ts';
import { readLockFile, unsafePackages } from './lock-file.ts';
import { packagesInBuilds } from './packages-in-builds.ts';
import { committedFiles, secretsInFiles } from './secrets.ts';

/** `npm run audit`: prints each check with its findings. @returns the exit code: 1 when there is a finding */
export async function audit(): Promise<number> {
  const packages = readLockFile(readFileSync(join(repository, 'package-lock.json'), 'utf8'));
  const files = committedFiles(repository);
  const findings = [
    printCheck(
      `${packages.length} locked packages: integrity, source, deprecation, install scripts`,
      unsafePackages(packages),
    ),
    printCheck(`${packages.length} locked packages: licences`, disallowedLicences(packages, 'tool')),
    ...printShippedLicences(),
    printCheck(`${files.length} files: secrets`, await secretsInFiles(repository, files)),
    printAdvisories(),
  ];
  return findings.some((count) => count > 0) ? 1 : 0;
}

function printShippedLicences(): number[] {
  return listApps(repository).map(({ name, workspace }) => {
    const shipped = packagesInBuilds(workspace);
    if (!shipped) {
      console.log(`--  ${name}: not built, so its licences were not checked. Run npm run build.`);
      return 0;
    }
    return printCheck(`${name}: licences of the packages in its builds`, disallowedLicences(shipped, 'shipped'));
  });
}

function printAdvisories(): number {
  const advisories = knownVulnerabilities(repository);
  if (advisories.kind === 'answered') return printCheck('known vulnerabilities (npm audit)', advisories.sentences);
  console.log(`--  known vulnerabilities: the registry gave no advisories. ${advisories.reason}`);
  return 0;
}

function printCheck(name: string, findings: string[]): number {
  console.log(`${findings.length === 0 ? 'ok' : 'NO'}  ${name}`);
  for (const finding of findings) console.log(`    ${finding}`);
  return findings.length;
}
