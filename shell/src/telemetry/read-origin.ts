import { readSite } from '../remotes/site.ts';

/** Share of page loads that report their visit and vitals, when the document says nothing else. Errors all are reported, except at 0. */
const SAMPLE_RATE = 1;

/** What the reports of this tab have in common. */
export interface ReportOrigin {
  /** Which composition of releases the tab started with. */
  siteRelease: string;
  canary: boolean;
  /** 0 to 1. */
  sampleRate: number;
  /** Version of each app. */
  versions: ReadonlyMap<string, string>;
}

/**
 * Reads the document's `#site` block: `release`, `canary` and `telemetry.sampleRate` may stand there. Never throws.
 * @param shellVersion of the release folder that the shell's own script came from; the registry lists only remotes
 */
export function readOrigin(text: string | null | undefined, shellVersion: string | undefined): ReportOrigin {
  const remotes = readSite(text).registry.remotes.filter(({ version }) => typeof version === 'string');
  const versions = new Map(remotes.map(({ name, version }) => [name, version]));
  if (shellVersion) versions.set('shell', shellVersion);
  const { release, canary, telemetry } = parsed(text);
  const rate = telemetry?.sampleRate;
  return {
    siteRelease: typeof release === 'string' ? release : [...versions].map((pair) => pair.join('@')).join(' '),
    canary: canary === true,
    sampleRate: typeof rate === 'number' && rate >= 0 && rate <= 1 ? rate : SAMPLE_RATE,
    versions,
  };
}

interface SiteExtras {
  release?: unknown;
  canary?: unknown;
  telemetry?: { sampleRate?: unknown } | null;
}

function parsed(text: string | null | undefined): SiteExtras {
  try {
    return (JSON.parse(text ?? '') as SiteExtras | null) ?? {};
  } catch {
    return {};
  }
}
