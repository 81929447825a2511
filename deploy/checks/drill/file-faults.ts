import type { RemotePage } from '../e2e/remote-pages.ts';
import { readLiveRecord } from '../../site/record/live-record.ts';
import { readRelease } from '../../site/record/release-record.ts';
import type { DrillRow } from './drill-row.ts';
import { startFaultProxy, type ProxyFault } from './fault-proxy.ts';
import { runFaultScenario, type Moment } from './run-fault-scenario.ts';
import type { DrillSite } from './open-drill-site.ts';

export type FileKind = 'remote entry' | 'exposed module' | 'page chunk' | 'style sheet';
export const fileKinds: readonly FileKind[] = ['remote entry', 'exposed module', 'page chunk', 'style sheet'];
export const proxyFaults: readonly ProxyFault[] = ['404', 'hang', 'HTML', 'truncated', 'altered', 'slow 10 s'];
export const moments: readonly Moment[] = ['cold load', 'navigation'];

export interface FileFault {
  part: RemotePage;
  kind: FileKind;
  fault: ProxyFault;
  moment: Moment;
}

/** Addresses of a page's files of one kind, in the version that is live. */
export function filesOf(siteFolder: string, { remote, page }: RemotePage, kind: FileKind): string[] {
  const version = readLiveRecord(siteFolder)!.apps[remote]!;
  const { js, css } = readRelease(siteFolder, remote, version).remote!.pages[page]!;
  const [entry, exposed, ...chunks] = js.map(({ href }) => href);
  const files: Record<FileKind, (string | undefined)[]> = {
    'remote entry': [entry],
    'exposed module': [exposed],
    'page chunk': chunks,
    'style sheet': css.map(({ href }) => href),
  };
  const found = files[kind].filter((href) => href !== undefined);
  if (found.length === 0) throw new Error(`Page ${page} of ${remote} has no ${kind}.`);
  return found;
}

/** Runs one visit with one faulty file. A slow network stays slow during the retries; every other fault has ended by then. */
export async function drillFileFault(site: DrillSite, { part, kind, fault, moment }: FileFault): Promise<DrillRow> {
  const proxy = await startFaultProxy(site.url);
  try {
    proxy.inject(filesOf(site.siteFolder, part, kind), fault);
    // The document of a public page contains its styles, so the sheet is not requested.
    const harmless = kind === 'style sheet' && part.access === 'public' && moment === 'cold load';
    const met = await runFaultScenario(site, { part, where: kind, fault, moment, url: proxy.url, harmless });
    const nobodyMetIt = proxy.spoilt() === 0 && !harmless;
    if (fault !== 'slow 10 s') proxy.lift();
    const row = await met.recover();
    return nobodyMetIt ? { ...row, failures: [...row.failures, 'the file was not requested'] } : row;
  } finally {
    await proxy.close();
  }
}
