import { join } from 'node:path';
import { isVersion } from '../../site/record/live-record-schema.ts';
import { readLiveRecord, type LiveRecord } from '../../site/record/live-record.ts';
import { FlipRevertedError, type FlipHooks } from '../flip/flip.ts';
import { Rejection } from '../rejection.ts';
import { continueInBackground, runningSite, type ReleaseContext } from '../release-context.ts';
import type { BackendAccess } from '../../site/record/running-site.ts';
import { announceLive, nameOfSite } from '../../site/telemetry/announce-live.ts';
import { runRenderCommand } from './render-command.ts';
import { openTarget } from '../targets/open-target.ts';
import { readLiveAtTarget } from '../targets/live-at-target.ts';
import { pullRelease, pullSite } from '../targets/pull-site.ts';
import { releaseFolders } from '../targets/release-folders.ts';
import { saveState } from '../targets/site-state.ts';
import { LiveRecordChangedError, type Target } from '../targets/target.ts';

export interface TargetSettings {
  /** As on the command line: `s3://bucket`. */
  address: string;
  /** Address that visitors use; undefined: SITE_URL. */
  origin: string | undefined;
  /** Whether visitors reach the backend under the site's own origin. */
  ownOrigin: boolean;
  /** The backend that documents name; anyone can read its key in them. */
  backend: BackendAccess | null;
  env: NodeJS.ProcessEnv;
}

/**
 * Fetches what is live at a target into the site folder, a copy that serves no visitors, and returns what the commands
 * work with: their flips reach the target, the live record last, or are undone.
 * @throws Rejection when a setting is missing that documents need
 */
export async function contextAtTarget(context: ReleaseContext, settings: TargetSettings): Promise<ReleaseContext> {
  const { siteFolder } = context;
  const { address, ownOrigin, env } = settings;
  const backend = settings.backend ?? runningSite(context)?.backend ?? null;
  if (!backend)
    throw new Rejection(
      `Which backend do the documents of ${address} name? --backend URL --key KEY, or SUPABASE_URL and SUPABASE_ANON_KEY.`,
    );
  const origin = settings.origin ?? env.SITE_URL?.replace(/\/$/, '');
  if (!origin)
    throw new Rejection(
      `Which address do visitors of ${address} use? --origin https://twostroke.example, or SITE_URL.`,
    );
  const target = openTarget(address, { env, backendOrigin: ownOrigin ? null : new URL(backend.url).origin });
  let said = '';
  const sayOnce = (sentence: string): void => {
    if (sentence !== said) context.say((said = sentence)); // `watch` pulls again and again
  };
  const pullLive = () => pullSite(target, siteFolder, sayOnce);
  await pullLive();
  return {
    ...context,
    pullLive,
    backend: context.backend ?? backend,
    siteOrigin: origin,
    publicOrigin: address.startsWith('cdn:') ? null : origin,
    hooks: hooksFor({ ...context, backend }, target, { ...settings, origin }),
    async fetchRelease(app, version) {
      if (!isVersion(version)) return;
      if ((await target.readText(`private/${app}/${version}/release.json`)) === null) return;
      for (const path of [`r/${app}/${version}`, `private/${app}/${version}`])
        await pullRelease(target, path, join(siteFolder, path));
    },
  };
}

function hooksFor(context: ReleaseContext, target: Target, settings: TargetSettings): FlipHooks {
  const { siteFolder } = context;
  let takeBack = (): void => undefined;
  return {
    async uploadReleases(next) {
      takeBack = saveState(siteFolder);
      await rejectForeignFlip(target, readLiveRecord(siteFolder));
      let sent = 0;
      for (const path of releaseFolders(next)) sent += await target.pushRelease(path, join(siteFolder, path));
      if (sent > 0) context.say(`${target.name}: ${sent} files of releases, which no document names yet.`);
    },
    async uploadLiveRecord(record) {
      const { sequence } = record;
      try {
        await renderAndPush(context, settings);
      } catch (failure) {
        takeBack();
        const reason = (failure instanceof Error ? failure.message : String(failure)).replace(/\.$/, '');
        const overtaken = failure instanceof LiveRecordChangedError;
        throw new FlipRevertedError(
          overtaken ? await foreignFlip(target) : `Flip ${sequence} did not reach ${target.name}: ${reason}.`,
          'It was undone. Run the command again; until then some documents there may be of this flip.',
        );
      }
      await announceAtTarget(context, settings, record);
    },
  };
}

/** Tells the backend what is live at the target, where the environment has the key for it. */
async function announceAtTarget(context: ReleaseContext, settings: TargetSettings, record: LiveRecord): Promise<void> {
  const { SUPABASE_SERVICE_ROLE_KEY: serviceKey } = settings.env;
  if (!serviceKey || !context.backend) return;
  const site = nameOfSite(context.siteFolder, settings.origin);
  await announceLive({ url: context.backend.url, serviceKey }, site, record).catch((failure: unknown) => {
    const reason = failure instanceof Error ? failure.message : String(failure);
    context.say(`Visitors' reports of this release do not count yet: ${reason}`);
  });
}

/** Resolves when the core pages are live there; those of routes with very many follow. */
async function renderAndPush(context: ReleaseContext, settings: TargetSettings): Promise<void> {
  await new Promise<void>((isLive, reject) => {
    const all = runRenderCommand({
      ...settings,
      siteFolder: context.siteFolder,
      backend: context.backend,
      push: settings.address,
      onlyIfChanged: false,
      say: (line) => context.say(line),
      onPushed() {
        continueInBackground(context, all);
        isLive();
      },
    });
    all.catch(reject);
  });
}

/** @throws Rejection when the record at the target is not the one that was pulled */
async function rejectForeignFlip(target: Target, pulled: LiveRecord | null): Promise<void> {
  const { record: there } = await readLiveAtTarget(target);
  if (there === null || (there.sequence === pulled?.sequence && there.flippedAt === pulled.flippedAt)) return;
  throw new Rejection(await foreignFlip(target), 'Nothing was changed. Run the command again.');
}

async function foreignFlip(target: Target): Promise<string> {
  const { record: there } = await readLiveAtTarget(target);
  const which = there ? ` (flip ${there.sequence}, by ${there.flippedBy})` : '';
  return `Another team has released to ${target.name} meanwhile${which}.`;
}
