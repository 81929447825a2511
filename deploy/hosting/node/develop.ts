import { rspack, type Configuration } from '@rspack/core';
import { listApps, workspaceOf } from '@twostroke/shared/tooling/list-apps.mjs';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { outliveEndedConnections } from '../../backend/outlive-ended-connections.ts';
import { startBackend } from '../../backend/start-backend.ts';
import { embeddedWorkers } from '../../workers/embedded-workers.ts';
import { assembleSite } from './assemble-site.ts';
import type { Live } from '../../site/record/live.ts';
import { startSiteServer, type SiteServer } from '../../site/server/site-server.ts';
import { buildApps } from '../../release/build/build-apps.mjs';
import { repository } from '../../release/build/ensure-installed.mjs';
import { fetchRowsFrom } from '../../site/prerender/fetch-rows.ts';

const RELOAD_SCRIPT = '/dev/reload.js';
const RELOAD_EVENTS = '/dev/reload';
/** What a page still holds this long after the visitor has left it is unlikely to be released. */
const LEFT_FOR_MS = 2000;

/**
 * `npm run dev`: the whole site on the embedded backend, rebuilt and reloaded as files change. With `--only catalog`
 * only that remote (and the shell) is a development build; the others run as released.
 */
export async function develop(values: { only?: string; port?: string; data?: string }): Promise<void> {
  outliveEndedConnections();
  const developed = developedApps(values.only);
  if (values.only) await buildApps();
  const dataFolder = values.data ?? join(repository, '.data');
  const backend = await startBackend({
    dataFolder,
    seed: 'demo',
    isDevelopment: true,
    workers: embeddedWorkers(),
  });
  const siteFolder = join(dataFolder, 'dev-site');
  const assemble = (): Live =>
    assembleSite({
      repository,
      siteFolder,
      compress: false,
      buildFolderOf: (app) => (developed.includes(app) ? 'dist-dev' : 'dist'),
    });
  const reload = createReload();
  let site: SiteServer | null = null;
  const rebuilt = async (): Promise<void> => {
    const live = assemble();
    if (site) {
      site.setLive(live);
      reload.tell();
      return;
    }
    let origin = '';
    const fetchRows = (query: string) => fetchRowsFrom(origin, backend.anonKey)(query);
    site = await startSiteServer(
      { siteFolder, live, browserBackend: { url: '', key: backend.anonKey }, fetchRows, backend, development: reload },
      Number(values.port ?? process.env.PORT ?? 8080),
    );
    origin = site.url;
    backend.setSiteUrl(site.url);
    if (backend.demoAdmin)
      console.log(`Demo admin: ${backend.demoAdmin.email}, password ${backend.demoAdmin.password} (printed only once)`);
    console.log(`Developing ${developed.join(', ')} at ${site.url}`);
  };
  const stopWatching = await watch(developed, rebuilt);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      void (async () => {
        await stopWatching();
        await site?.close();
        await backend.close();
        process.exit(0);
      })();
    });
}

/** The shell always, because a development remote needs React's development build. */
function developedApps(only: string | undefined): readonly string[] {
  const apps = listApps(repository).map(({ workspace }) => workspace);
  if (!only) return apps;
  const app = workspaceOf(only.replace(/-mfe$/, ''));
  if (!apps.includes(app)) throw new Error(`There is no app ${only}. Choose one of: ${apps.join(', ')}`);
  return [...new Set(['shell', app])];
}

/** Builds and watches the apps; calls back when all are built and after each rebuild. */
async function watch(developed: readonly string[], rebuilt: () => Promise<void>): Promise<() => Promise<void>> {
  const configurations = await Promise.all(
    developed.map(async (app) => {
      const module = (await import(pathToFileURL(join(repository, app, 'rspack.config.mjs')).href)) as {
        default: Configuration;
      };
      return module.default;
    }),
  );
  const compiler = rspack(configurations);
  const watching = compiler.watch({ aggregateTimeout: 100 }, (failure, stats) => {
    if (failure) return console.error(failure.message);
    if (stats?.hasErrors()) return console.error(stats.toString({ preset: 'errors-only', colors: true }));
    rebuilt().catch((problem: unknown) => console.error(problem instanceof Error ? problem.message : problem));
  });
  return () => new Promise((resolve) => watching.close(() => resolve()));
}

/** Runs in every page, before the shell: reloads it after a rebuild, and reports each leak of a remote once. */
function pageScript(): string {
  const watch = fileURLToPath(import.meta.resolve('@twostroke/shared/tooling/watch-leaks.js'));
  return `${readFileSync(watch, 'utf8')}
const { leaks } = watchLeaks();
const told = new Set();
setInterval(() => {
  for (const leak of leaks(${LEFT_FOR_MS}))
    if (!told.has(leak.at)) { told.add(leak.at); console.error(sentenceOfLeak(leak)); }
}, ${LEFT_FOR_MS});
new EventSource('${RELOAD_EVENTS}').onmessage = () => location.reload();
`;
}

/** Reloads every open page after a rebuild. */
function createReload() {
  const open = new Set<ServerResponse>();
  return {
    script: RELOAD_SCRIPT,
    tell(): void {
      for (const response of open) response.write('data: reload\n\n');
    },
    handle(req: IncomingMessage, res: ServerResponse): boolean {
      if (req.url === RELOAD_SCRIPT) {
        res.writeHead(200, { 'Content-Type': 'text/javascript', 'Cache-Control': 'no-store' }).end(pageScript());
        return true;
      }
      if (req.url !== RELOAD_EVENTS) return false;
      res.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
      res.write(':\n\n');
      open.add(res);
      req.on('close', () => open.delete(res));
      return true;
    },
  };
}
