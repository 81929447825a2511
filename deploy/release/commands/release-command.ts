import { join, resolve } from 'node:path';
import type { HistoryEntry } from '../../site/record/history.ts';
import { isCanaryPercent } from '../../site/record/live-record-schema.ts';
import { readSigningKey, readTrustedKeys } from '../../site/record/release-signature.ts';
import { Rejection, sentencesOf } from '../rejection.ts';
import { authorOf, type ReleaseContext } from '../release-context.ts';
import { readReleaseCommandLine } from './release-command-line.ts';
import { usage } from './release-usage.ts';
import { describeFlip } from '../flip/describe-flip.ts';

interface Command {
  words: string[];
  options: ReturnType<typeof readReleaseCommandLine>['values'];
  env: NodeJS.ProcessEnv;
  /** The target, as on the command line; null: this machine. */
  target: string | null;
}

/**
 * Runs one command of the release tool.
 * @param checkout the folder with the sources
 * @param say prints a line
 * @returns the exit code: 0 on success, 1 on a rejection
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
    const { values, positionals } = readReleaseCommandLine(args);
    const command: Command = { words: positionals, options: values, env, target: targetOf(positionals, values, env) };
    const context: ReleaseContext = {
      ...given,
      siteFolder: resolve(checkout, values.site ?? siteFolderFor(command.target)),
      checkout,
      by: authorOf(checkout),
      startedAt,
      backend: backendOf(values),
      signingKey: env.TWOSTROKE_SIGNING_KEY ? readSigningKey(resolve(checkout, env.TWOSTROKE_SIGNING_KEY)) : null,
      trustedKeys: env.TWOSTROKE_RELEASE_KEYS ? readTrustedKeys(resolve(checkout, env.TWOSTROKE_RELEASE_KEYS)) : null,
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

/** Previews and rendering have no --target: only the Node server shows previews, and `render` takes --push. */
function targetOf([verb = 'help']: string[], options: Command['options'], env: NodeJS.ProcessEnv): string | null {
  if (['help', 'render', 'preview'].includes(verb) || options.preview) return null;
  if (options.target === '') throw new Rejection('--target is empty. Is the variable that it comes from set?');
  return options.target ?? (env.TWOSTROKE_TARGET || null);
}

/** The default site folder: for a target its own copy, because the site folder of this machine is another site. */
function siteFolderFor(target: string | null): string {
  return target ? join('.data/targets', target.replace(/[^\w.-]+/g, '-').replace(/^[-.]+/, '')) : '.data/site';
}

/** Fetches what is live at the target, if the command has one. */
async function atTarget(context: ReleaseContext, { words, options, env, target }: Command): Promise<ReleaseContext> {
  if (!target || words[0] === 'gc') return context; // gc works on the target itself
  if (options.canary || (words[0] === 'canary' && words[2] !== '0')) await rejectCanaryWithoutServer(target, env);
  const { contextAtTarget } = await import('./release-to-target.ts');
  if (words[0] === 'status' || words[0] === 'history') {
    const { pullSite } = await import('../targets/pull-site.ts');
    const { openTarget } = await import('../targets/open-target.ts');
    await pullSite(openTarget(target, { env, backendOrigin: null }), context.siteFolder);
    return context;
  }
  const { SUPABASE_URL, SUPABASE_ANON_KEY } = env;
  const fromEnv = backendOf({ backend: SUPABASE_URL, key: SUPABASE_ANON_KEY });
  return contextAtTarget(context, {
    address: target,
    origin: options.origin,
    ownOrigin: options['own-origin'],
    // The key of `watch` reads reports; it is not a key for documents.
    backend: words[0] === 'watch' ? fromEnv : (context.backend ?? fromEnv),
    env,
  });
}

async function run(context: ReleaseContext, { words, options, env, target }: Command): Promise<void> {
  const [verb = 'help', app, value] = words;
  const tellsApp = ['rollback', 'canary', 'promote', 'preview', 'disable', 'enable'].includes(verb);
  if (tellsApp && !app) throw new Rejection(`Which app? npm run release -- ${verb} catalog`);
  switch (verb) {
    case 'help':
      return context.say(usage);
    case 'status': {
      const { printStatus } = await import('./status-commands.ts');
      return printStatus(context, options.json ?? false);
    }
    case 'gc': {
      const { runCollectGarbage } = await import('./collect-garbage-command.ts');
      return runCollectGarbage(context, { target, dryRun: options['dry-run'], env });
    }
    case 'render': {
      const { runRenderCommand } = await import('./render-command.ts');
      const { origin, push, 'own-origin': ownOrigin, 'if-changed': onlyIfChanged } = options;
      return runRenderCommand({ ...context, env, origin, push, ownOrigin, onlyIfChanged });
    }
    case 'watch': {
      const { watchUntilDone } = await import('./watch-command.ts');
      return watchUntilDone(context);
    }
    case 'history': {
      const { printHistory } = await import('./status-commands.ts');
      return printHistory(context, options.json ?? false);
    }
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
      const { setCanaryPercent } = await import('../canary/steer-canary.ts');
      const percent = value === '0' ? 0 : percentOf(value);
      tell(context, await setCanaryPercent(context, app!, percent));
      return percent > 0 ? tellUnjudged(context, app!, target) : undefined;
    }
    case 'preview': {
      const { endPreview, startPreview } = await import('./preview.ts');
      if (options.end) return tell(context, await endPreview(context, app!, value));
      if (!value)
        throw new Rejection(`Which version? npm run release -- preview ${app} 1.2.3-1a2b3c4d, or ${app} --preview`);
      return tell(context, await startPreview(context, app!, value));
    }
    case 'promote': {
      const { promoteCanary } = await import('../canary/steer-canary.ts');
      return tell(context, await promoteCanary(context, app!));
    }
  }
  if (options.preview) {
    const { previewSources } = await import('./preview.ts');
    return tell(context, await previewSources(context, verb));
  }
  const { releaseApp } = await import('./release-app.ts');
  const percent = options.canary === undefined ? null : percentOf(options.canary);
  tell(context, await releaseApp(context, verb, percent));
  if (percent !== null) await tellUnjudged(context, verb, target);
}

function tell({ say, startedAt }: ReleaseContext, entry: HistoryEntry | null): void {
  if (entry) say(`${describeFlip(entry)} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`);
}

async function tellUnjudged(context: ReleaseContext, app: string, target: string | null): Promise<void> {
  const { unjudgedCanary } = await import('../canary/unjudged-canary.ts');
  const sentence = unjudgedCanary(context, app, target);
  if (sentence) context.say(sentence);
}

function percentOf(text: string | undefined): number {
  const percent = Number(text);
  if (text !== undefined && isCanaryPercent(percent)) return percent;
  throw new Rejection('The share of a canary is a whole number from 1 to 99, e.g. 10.');
}

/** @throws Rejection when the target serves all visitors the same documents */
async function rejectCanaryWithoutServer(address: string, env: NodeJS.ProcessEnv): Promise<void> {
  const { openTarget } = await import('../targets/open-target.ts');
  const { canaryRejection } = openTarget(address, { env, backendOrigin: null });
  if (canaryRejection) throw new Rejection(canaryRejection);
}

function backendOf({ backend, key }: { backend?: string | undefined; key?: string | undefined }) {
  if (!backend && !key) return null;
  if (!backend || !key) throw new Rejection('A backend needs its URL and its key: --backend https://… --key …');
  return { url: backend.replace(/\/$/, ''), key };
}
