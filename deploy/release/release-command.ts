import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readHistory, type HistoryEntry } from './history.ts';
import { isCanaryPercent } from './live-record.ts';
import { readUsableRecord } from './recover-live-record.ts';
import { Refusal, sentencesOf } from './refusal.ts';
import { authorOf, requireRecord, runningSite, type ReleaseContext } from './release-context.ts';
import { historyLines, sentenceOf, statusLines } from './show-status.ts';

const usage = `npm run release -- <app>                       builds, checks and releases an app: shell, catalog, cart, account, admin
npm run release -- <app> --canary 10           releases it to 10 % of the visitors
npm run release -- canary <app> <percent>      gives the canary another share; 0 ends it
npm run release -- promote <app>               gives the canary's version to all
npm run release -- preview <app> <version>     opens a published version to testers; --end ends it
npm run release -- <app> --preview             builds, checks and publishes it, and opens it to testers only
npm run release -- rollback <app> [version]    makes the former (or the named) version live again
npm run release -- disable <app>               switches a remote off; enable <app> switches it on
npm run release -- watch                       ends the canary when it is over its error budget; looks every 30 s
npm run release -- status | history            what is live and its error rates; every flip, the newest last (--json for programs)
npm run release -- render --origin URL         writes all documents for servers of files (deploy/hosting)
npm run release -- gc                          removes releases and rendered pages that nobody uses any more

--site DIR             the site folder (default .data/site; with a target .data/targets/<its name>)
--target TARGET        where visitors get the site from (default TWOSTROKE_TARGET): what is live there is fetched, and the
                       flip, its documents and releases are brought there. /a/folder, user@host:/a/folder,
                       rsync://host/module, cdn:/a/folder or s3://bucket (deploy/hosting/README.md)
--origin URL           address that visitors of a target use (default SITE_URL)
--backend URL --key K  the backend that pages are rendered with (default: the running site's; for a target SUPABASE_URL
                       and SUPABASE_ANON_KEY). --own-origin: visitors reach it under the site's own origin`;

interface Command {
  words: string[];
  options: {
    json?: boolean | undefined;
    canary?: string | undefined;
    preview: boolean;
    end: boolean;
    target?: string | undefined;
    origin?: string | undefined;
    'own-origin': boolean;
    'if-changed': boolean;
    push?: string | undefined;
  };
  env: NodeJS.ProcessEnv;
  /** Where visitors get the site from, as people write it; null: from this machine. */
  target: string | null;
}

/**
 * Runs one command of the release tool.
 * @param checkout the folder with the sources
 * @param say prints a line
 * @returns the exit code: 0 when it is done, 1 when it was refused
 */
export async function runReleaseCommand(
  args: string[],
  checkout: string,
  say: (line: string) => void = console.log,
  settings: Pick<ReleaseContext, 'hooks'> & { env?: NodeJS.ProcessEnv } = {},
): Promise<number> {
  const { env = process.env, ...given } = settings;
  const startedAt = Date.now();
  const later: Promise<unknown>[] = [];
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        site: { type: 'string' },
        canary: { type: 'string' },
        preview: { type: 'boolean', default: false },
        end: { type: 'boolean', default: false },
        target: { type: 'string' },
        backend: { type: 'string' },
        key: { type: 'string' },
        origin: { type: 'string' },
        'own-origin': { type: 'boolean', default: false },
        'if-changed': { type: 'boolean', default: false },
        push: { type: 'string' },
        json: { type: 'boolean' },
      },
    });
    const command: Command = { words: positionals, options: values, env, target: targetOf(positionals, values, env) };
    const context: ReleaseContext = {
      ...given,
      siteFolder: resolve(checkout, values.site ?? siteFolderFor(command.target)),
      checkout,
      by: authorOf(checkout),
      startedAt,
      backend: backendOf(values),
      later,
      say,
    };
    await run(await atTarget(context, command), command).finally(() => Promise.allSettled(later));
    await Promise.all(later);
    return 0;
  } catch (failure) {
    for (const sentence of sentencesOf(failure)) say(sentence);
    return 1;
  }
}

/** Testers see previews at the Node server alone, and rendering says itself where to push. */
function targetOf([verb = 'help']: string[], options: Command['options'], env: NodeJS.ProcessEnv): string | null {
  if (['help', 'render', 'preview', 'gc'].includes(verb) || options.preview) return null;
  return options.target ?? (env.TWOSTROKE_TARGET || null);
}

/** The copy of what is live at a target is not the site of this machine. */
function siteFolderFor(target: string | null): string {
  return target ? join('.data/targets', target.replace(/[^\w.-]+/g, '-').replace(/^[-.]+/, '')) : '.data/site';
}

/** Fetches what is live at the target, if the command has one. */
async function atTarget(context: ReleaseContext, { words, options, env, target }: Command): Promise<ReleaseContext> {
  if (!target) return context;
  if (options.canary || (words[0] === 'canary' && words[2] !== '0')) await refuseWhereNoneCanBe(target, env);
  const { contextAtTarget } = await import('./targets/release-to-target.ts');
  if (words[0] === 'status' || words[0] === 'history') {
    const { pullSite } = await import('./targets/pull-site.ts');
    const { openTarget } = await import('./targets/open-target.ts');
    await pullSite(openTarget(target, { env, backendOrigin: null }), context.siteFolder);
    return context;
  }
  const { SUPABASE_URL, SUPABASE_ANON_KEY } = env;
  const fromEnv = backendOf({ backend: SUPABASE_URL, key: SUPABASE_ANON_KEY });
  return contextAtTarget(context, {
    address: target,
    origin: options.origin,
    ownOrigin: options['own-origin'],
    // `watch` is given a key that reads reports, which is no key for documents.
    backend: words[0] === 'watch' ? fromEnv : (context.backend ?? fromEnv),
    env,
  });
}

async function run(context: ReleaseContext, { words, options, env }: Command): Promise<void> {
  const [verb = 'help', app, value] = words;
  const tellsApp = ['rollback', 'canary', 'promote', 'preview', 'disable', 'enable'].includes(verb);
  if (tellsApp && !app) throw new Refusal(`Which app? npm run release -- ${verb} catalog`);
  switch (verb) {
    case 'help':
      return context.say(usage);
    case 'status':
      return status(context, options.json ?? false);
    case 'gc':
      return gc(context);
    case 'render': {
      const { runRenderCommand } = await import('./static/render-command.ts');
      const { origin, push, 'own-origin': ownOrigin, 'if-changed': onlyIfChanged } = options;
      return runRenderCommand({ ...context, env, origin, push, ownOrigin, onlyIfChanged });
    }
    case 'watch': {
      const { watchUntilDone } = await import('./watch-command.ts');
      return watchUntilDone(context);
    }
    case 'history':
      return history(context, options.json ?? false);
    case 'rollback': {
      const { rollBack } = await import('./roll-back.ts');
      return tell(context, await rollBack(context, app!, value));
    }
    case 'disable':
    case 'enable': {
      const { switchRemote } = await import('./switch-remote.ts');
      return tell(context, await switchRemote(context, app!, verb));
    }
    case 'canary': {
      const { setCanaryPercent } = await import('./steer-canary.ts');
      const percent = value === '0' ? 0 : percentOf(value);
      return tell(context, await setCanaryPercent(context, app!, percent));
    }
    case 'preview': {
      const { endPreview, startPreview } = await import('./preview.ts');
      if (options.end) return tell(context, await endPreview(context, app!, value));
      if (!value)
        throw new Refusal(`Which version? npm run release -- preview ${app} 1.2.3-1a2b3c4d, or ${app} --preview`);
      return tell(context, await startPreview(context, app!, value));
    }
    case 'promote': {
      const { promoteCanary } = await import('./steer-canary.ts');
      return tell(context, await promoteCanary(context, app!));
    }
  }
  if (app) throw new Refusal(`There is no command ${verb}.`, usage);
  if (options.preview) {
    const { previewSources } = await import('./preview.ts');
    return tell(context, await previewSources(context, verb));
  }
  const { releaseApp } = await import('./release-app.ts');
  const percent = options.canary === undefined ? null : percentOf(options.canary);
  tell(context, await releaseApp(context, verb, percent));
}

function tell({ say, startedAt }: ReleaseContext, entry: HistoryEntry | null): void {
  if (entry) say(`${sentenceOf(entry)} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`);
}

async function status(context: ReleaseContext, json: boolean): Promise<void> {
  const { readSiteHealth } = await import('./version-health.ts');
  const { record, fault } = readUsableRecord(context.siteFolder);
  const live = requireRecord(record, context);
  const site = runningSite(context);
  const health = await readSiteHealth(context, live);
  if (json) context.say(JSON.stringify({ ...live, fault, url: site?.url ?? null, health }, null, 2));
  else for (const line of statusLines(live, fault, site, health)) context.say(line);
}

function history(context: ReleaseContext, json: boolean): void {
  const entries = readHistory(context.siteFolder);
  if (json) return context.say(JSON.stringify(entries, null, 2));
  if (entries.length === 0) return context.say(`Nothing was released to ${context.siteFolder} yet.`);
  for (const line of historyLines(entries)) context.say(line);
}

async function gc(context: ReleaseContext): Promise<void> {
  const { collectGarbage } = await import('./collect-garbage.ts');
  const record = requireRecord(readUsableRecord(context.siteFolder).record, context);
  const { releases, pages, bytes } = collectGarbage(context.siteFolder, record);
  if (releases.length === 0 && pages === 0) return context.say('Everything in the site folder is in use.');
  const named = releases.length > 0 ? ` (${releases.join(', ')})` : '';
  const megabytes = (bytes / 1_000_000).toFixed(1);
  context.say(`Removed ${releases.length} releases${named} and ${pages} folders of rendered pages, ${megabytes} MB.`);
}

function percentOf(text: string | undefined): number {
  const percent = Number(text);
  if (text !== undefined && isCanaryPercent(percent)) return percent;
  throw new Refusal('The share of a canary is a whole number from 1 to 99, e.g. 10.');
}

/** @throws Refusal when the site is served from where all visitors get the same documents */
async function refuseWhereNoneCanBe(address: string, env: NodeJS.ProcessEnv): Promise<void> {
  const { openTarget } = await import('./targets/open-target.ts');
  const { refusesCanary } = openTarget(address, { env, backendOrigin: null });
  if (refusesCanary) throw new Refusal(refusesCanary);
}

function backendOf({ backend, key }: { backend?: string | undefined; key?: string | undefined }) {
  if (!backend && !key) return null;
  if (!backend || !key) throw new Refusal('A backend needs its URL and its key: --backend https://… --key …');
  return { url: backend.replace(/\/$/, ''), key };
}
