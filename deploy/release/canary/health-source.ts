import { readFileSync } from 'node:fs';
import type { ReportSource } from '../../site/telemetry/client-report.ts';
import type { RunningSite } from '../../site/record/running-site.ts';
import { runningSite, type ReleaseContext } from '../release-context.ts';

/** The backend whose reports are read, or a sentence that names what is missing. */
export type HealthSource = { source: ReportSource; missing: null } | { source: null; missing: string };

/** The backend of the command line, else that of the running site. */
export function healthSource(context: ReleaseContext): HealthSource {
  const { backend } = context;
  if (backend) return { source: { url: backend.url, serviceKey: backend.key }, missing: null };
  const site = runningSite(context);
  if (!site)
    return {
      source: null,
      missing: 'No site runs here. Start it, or name a backend: --backend https://… --key <service role key>',
    };
  const serviceKey = process.env.SUPABASE_SERVICE_ROLE_KEY ?? ownServiceKey(site);
  if (!serviceKey)
    return {
      source: null,
      missing: "Only the service role reads visitors' reports: set SUPABASE_SERVICE_ROLE_KEY.",
    };
  return { source: { url: site.backend.url, serviceKey }, missing: null };
}

/** The key of the embedded backend, if this user may read it. */
function ownServiceKey({ secretsFile }: RunningSite): string | null {
  if (!secretsFile) return null;
  try {
    return (JSON.parse(readFileSync(secretsFile, 'utf8')) as { serviceKey?: string }).serviceKey ?? null;
  } catch {
    return null;
  }
}
