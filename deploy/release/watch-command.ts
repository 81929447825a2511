import { setTimeout as pause } from 'node:timers/promises';
import { readHealth } from '../telemetry/read-health.ts';
import { healthSource } from './health-source.ts';
import type { ReadHealth } from './judge-canary.ts';
import { Refusal } from './refusal.ts';
import type { ReleaseContext } from './release-context.ts';
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
  const { source, missing } = healthSource(context);
  if (source) return (hours) => readHealth(source, hours);
  throw new Refusal(`A canary is judged by what visitors' browsers report. ${missing}`);
}
