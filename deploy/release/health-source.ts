import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { loadSecrets } from '../backend/secrets/backend-secrets.ts';
import type { ReportSource } from '../telemetry/client-report.ts';
import { runningSite, type ReleaseContext } from './release-context.ts';

/** Where visitors' reports are read, or the sentence that says what is missing for it. */
export type HealthSource = { source: ReportSource; missing: null } | { source: null; missing: string };

/** The backend that is named, else that of the running site. */
export function healthSource(context: ReleaseContext): HealthSource {
  const { backend, siteFolder } = context;
  if (backend) return { source: { url: backend.url, serviceKey: backend.key }, missing: null };
  const site = runningSite(context);
  if (!site)
    return {
      source: null,
      missing: 'No site runs here. Start it, or name a backend: --backend https://… --key <service role key>',
    };
  const serviceKey = process.env.SUPABASE_SERVICE_ROLE_KEY ?? ownServiceKey(dirname(siteFolder));
  if (!serviceKey)
    return {
      source: null,
      missing: "Only the service role reads visitors' reports: set SUPABASE_SERVICE_ROLE_KEY.",
    };
  return { source: { url: site.backend.url, serviceKey }, missing: null };
}

/** The key of the embedded backend whose data is beside the site folder. */
function ownServiceKey(dataFolder: string): string | null {
  return existsSync(join(dataFolder, 'secrets.json')) ? loadSecrets(dataFolder).serviceKey : null;
}
