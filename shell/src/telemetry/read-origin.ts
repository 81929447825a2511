import type { RegistryRemote } from '@twostroke/shared/contracts/registry';

/**
 * Share of page loads that report their visit and vitals, when the document does not set it. Errors are always
 * reported, except at 0.
 */
const SAMPLE_RATE = 1;

/** What all reports of this tab share. */
export interface ReportOrigin {
  /** The set of releases the tab started with. */
  siteRelease: string;
  canary: boolean;
  /** 0 to 1. */
  sampleRate: number;
  /** Version of each app. */
  versions: ReadonlyMap<string, string>;
}

/**
 * Reads `release`, `canary` and `telemetry.sampleRate` from the document's `#site` block, all optional. Never throws.
 * @param remotes the live remotes that the same block lists
 * @param shellVersion of the release folder that the shell's own script came from; the registry lists only remotes
 */
export function readOrigin(
  text: string | null | undefined,
  remotes: readonly RegistryRemote[],
  shellVersion: string | undefined,
): ReportOrigin {
  const known = remotes.filter(({ version }) => typeof version === 'string');
  const versions = new Map(known.map(({ name, version }) => [name, version]));
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
