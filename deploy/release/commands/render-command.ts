import { readReportShare } from '../../site/telemetry/report-share.ts';
import { findRunningSite, type BackendAccess } from '../../site/record/running-site.ts';
import { openTarget } from '../targets/open-target.ts';
import { pushSite } from '../targets/push-site.ts';
import { renderStatic } from '../../site/export/render-static.ts';

export interface RenderCommand {
  siteFolder: string;
  /** null: the backend of the site that runs on this machine. */
  backend: BackendAccess | null;
  /** Whether visitors reach the backend under the site's own origin, as behind nginx with --proxy. */
  ownOrigin: boolean;
  /** Address that visitors use; undefined: SITE_URL. */
  origin: string | undefined;
  /** Target to push to, as on the command line. */
  push: string | undefined;
  onlyIfChanged: boolean;
  env: NodeJS.ProcessEnv;
  /** Called when the core pages are live at the target. */
  onPushed?(): void;
  say(line: string): void;
}

/**
 * `render`: writes all documents of what is live for file servers, and pushes them: once when the core pages are live,
 * and again when the remaining ones are written.
 * @throws Error with a sentence that says what is missing or went wrong
 */
export async function runRenderCommand(command: RenderCommand): Promise<void> {
  const { siteFolder, env, say } = command;
  const running = findRunningSite(siteFolder);
  const backend = command.backend ?? running?.backend;
  if (!backend) throw new Error('Which backend? No site runs here, so name it: --backend URL --key KEY');
  const origin = command.origin ?? env.SITE_URL?.replace(/\/$/, '');
  if (!origin) throw new Error('Which address do visitors use? --origin https://twostroke.example');
  const reportShare = readReportShare(env);
  const isOwnOrigin = command.ownOrigin || backend.url === running?.url;
  const backendOrigin = isOwnOrigin ? null : new URL(backend.url).origin;
  const target = command.push ? openTarget(command.push, { env, backendOrigin }) : null;
  const push = async (): Promise<void> => {
    if (target) say(pushSentence(target.name, await pushSite(target, siteFolder)));
  };
  const live = await renderStatic({
    siteFolder,
    origin,
    browserBackend: { url: isOwnOrigin ? '' : backend.url, key: backend.key },
    dataBackend: backend,
    reportShare,
    onlyIfChanged: command.onlyIfChanged,
    report: say,
    async onLive() {
      await push();
      command.onPushed?.();
    },
  });
  if (live.rendered) await push();
}

export function pushSentence(
  target: string,
  { releases, documents, tookMs }: { releases: number; documents: number; tookMs: number },
): string {
  return `${target}: ${releases} files of releases, ${documents} of documents, in ${(tookMs / 1000).toFixed(1)} s.`;
}
