import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { loadSecrets } from '../backend/secrets/backend-secrets.ts';
import { readHealth } from '../telemetry/read-health.ts';
import type { ReadHealth } from './judge-canary.ts';
import { Refusal } from './refusal.ts';
import { runningSite, type ReleaseContext } from './release-context.ts';
import { lookAtCanary } from './watch-canary.ts';

/** How often a canary is looked at. */
export const LOOK_EVERY_MS = 30_000;

/**
 * Looks at the canary again and again, until it has ended or is promoted.
 * @throws Refusal when it was over its budget and has been ended, or its reports can't be read at all
 */
export async function watchUntilDone(context: ReleaseContext): Promise<void> {
  const read = healthReader(context);
  let said = '';
  for (;;) {
    const look = await lookAtCanary(context, read);
    if (!look) return context.say('No canary runs.');
    const { judgement, canary } = look;
    if (judgement.verdict === 'over') throw new Refusal(judgement.sentence, `The canary of ${canary.app} has ended.`);
    if (judgement.sentence !== said) context.say((said = judgement.sentence));
    await pause(LOOK_EVERY_MS);
  }
}

/** @throws Refusal when there is no key that may read the reports */
function healthReader(context: ReleaseContext): ReadHealth {
  const { backend, siteFolder } = context;
  if (backend) return (hours) => readHealth({ url: backend.url, serviceKey: backend.key }, hours);
  const site = runningSite(context);
  const dataFolder = dirname(siteFolder);
  const serviceKey = process.env.SUPABASE_SERVICE_ROLE_KEY ?? ownServiceKey(dataFolder);
  if (site && serviceKey) return (hours) => readHealth({ url: site.backend.url, serviceKey }, hours);
  throw new Refusal(
    "A canary is judged by what visitors' browsers report, which only the service role reads. Start the site, or name a backend: --backend https://… --key <service role key>",
  );
}

/** The key of the embedded backend whose data is beside the site folder. */
function ownServiceKey(dataFolder: string): string | null {
  return existsSync(join(dataFolder, 'secrets.json')) ? loadSecrets(dataFolder).serviceKey : null;
}
