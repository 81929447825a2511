import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../backend/postgres/free-port.ts';
import { writeNginxConfig, type NginxLimits, type TlsSettings } from '../nginx/write-nginx-config.ts';

export interface RunningNginx {
  url: string;
  /** With TLS: the address of the plain port. */
  plainUrl: string | null;
  /** The lines of the access log so far. */
  readLog(): string[];
  /** Those lines, once one of them has these words: nginx logs a request after it has answered. */
  readLogWith(words: string): Promise<string[]>;
  /** The error log so far. */
  readErrorLog(): string;
  close(): Promise<void>;
}

/**
 * The real nginx on a free port of this machine, with the configuration that operators get, without the system's own.
 * @throws Error with nginx's own message when it does not start
 */
export async function startNginx(settings: {
  siteFolder: string;
  proxiedBackend: string | null;
  backendOrigin?: string | null;
  https?: boolean;
  /** Files of a certificate: with them it serves TLS. */
  tls?: Pick<TlsSettings, 'certificate' | 'certificateKey'>;
  challengeFolder?: string;
  limits?: NginxLimits;
  port?: number;
}): Promise<RunningNginx> {
  const folder = mkdtempSync(join(tmpdir(), 'twostroke-nginx-'));
  const port = settings.port ?? (await freePort());
  const plainPort = settings.tls ? await freePort() : null;
  const site = writeNginxConfig(join(folder, 'twostroke'), {
    siteFolder: settings.siteFolder,
    serverName: '127.0.0.1',
    listen: `127.0.0.1:${port}`,
    tls: settings.tls ? { ...settings.tls, listenPlain: `127.0.0.1:${plainPort}` } : null,
    https: settings.https ?? false,
    challengeFolder: settings.challengeFolder,
    limits: settings.limits,
    proxiedBackend: settings.proxiedBackend,
    backendOrigin: settings.backendOrigin ?? null,
    accessLog: join(folder, 'access.log'),
    errorLog: join(folder, 'error.log'),
  });
  for (const name of ['body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']) mkdirSync(join(folder, name));
  const main = join(folder, 'nginx.conf');
  writeFileSync(main, mainConfig(folder, site));
  const server = spawn('nginx', ['-p', folder, '-c', main, '-e', join(folder, 'error.log')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let words = '';
  server.stderr.on('data', (chunk: Buffer) => (words += chunk.toString()));
  const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const close = async (): Promise<void> => {
    server.kill('SIGTERM');
    await exited;
    rmSync(folder, { recursive: true, force: true });
  };
  const readLog = (): string[] => readFileSync(join(folder, 'access.log'), 'utf8').trim().split('\n');
  const readLogWith = async (logged: string): Promise<string[]> => {
    for (const end = Date.now() + 10_000; Date.now() < end; await pause(5)) {
      const lines = readLog();
      if (lines.some((line) => line.includes(logged))) return lines;
    }
    throw new Error(`The access log has no "${logged}": ${readLog().join('\n')}`);
  };
  const readErrorLog = (): string => readFileSync(join(folder, 'error.log'), 'utf8');
  const plainUrl = plainPort === null ? null : `http://127.0.0.1:${plainPort}`;
  const url = `${plainUrl ? 'https' : 'http'}://127.0.0.1:${port}`;
  for (const end = Date.now() + 10_000; ;) {
    if (server.exitCode !== null || Date.now() > end) {
      const log = words || readErrorLog();
      await close();
      throw new Error(`nginx did not start: ${log.trim()}`);
    }
    // No client trusts a test's certificate: with TLS the redirect shows that nginx is up.
    const isThere = fetch(`${plainUrl ?? url}/robots.txt`, { redirect: 'manual' });
    if (await isThere.catch(() => null)) return { url, plainUrl, readLog, readLogWith, readErrorLog, close };
    await pause(40);
  }
}

/** Workers run as the user who runs the tests: the site is in a temporary folder of that user. */
function mainConfig(folder: string, site: string): string {
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  return `${user}
load_module /usr/lib/nginx/modules/ngx_http_brotli_static_module.so;
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
events { worker_connections 256; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  include ${site};
}
`;
}
