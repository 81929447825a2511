import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { socketLimits } from '../../backend/gateway/guarded-server.ts';
import { siteHeaders } from '../../site/server/security-headers.ts';
import { nginxHeaderFiles } from './nginx-headers.ts';

export interface NginxSettings {
  /** Site folder on the server: absolute, as releases are pushed there. */
  siteFolder: string;
  /** Host name of the site: `twostroke.example`. */
  serverName: string;
  /** What nginx listens on: `80`, `127.0.0.1:8081`. With TLS a port alone means IPv4 and IPv6. */
  listen: string;
  /** Set when nginx itself serves TLS, and with it HTTP/2. */
  tls: TlsSettings | null;
  /** Whether visitors use https, as with `tls`: every answer then forbids later requests over plain http. */
  https: boolean;
  /** Folder in which certificate tools (`certbot --webroot`) write their answers. Default: Debian's. */
  challengeFolder?: string;
  /** File of the access log. Default: Debian's. */
  accessLog?: string;
  /** File of the error log. Default: Debian's. */
  errorLog?: string;
  /** Backend to proxy /rest/v1, /auth/v1, /payments/v1, /storage/v1 and /realtime/v1 to; null when it has its own origin. */
  proxiedBackend: string | null;
  /** Origin of a backend that browsers call directly, e.g. `https://abc.supabase.co`. */
  backendOrigin: string | null;
  limits?: NginxLimits;
}

export interface NginxLimits {
  /** How many requests of one network (an IPv6 /64) run at the same time, open WebSockets among them. */
  requestsPerNetwork: number;
  /** How long the headers of a request may take. */
  headerSeconds: number;
  /** How long a visitor may be silent within the body of a request, or take nothing of an answer. */
  silentSeconds: number;
}

/**
 * An Indian mobile network has thirty customers behind one address. Each loads a page by some fifteen requests at the same
 * time, because over HTTP/2 every one counts, and holds one WebSocket; idle connections do not count.
 */
export const nginxLimits: NginxLimits = {
  requestsPerNetwork: 600,
  headerSeconds: socketLimits.headersMs / 1000,
  silentSeconds: socketLimits.requestMs / 1000,
};

export interface TlsSettings {
  /** PEM files on the server: the certificate with its intermediate certificates, and its key. */
  certificate: string;
  certificateKey: string;
  /** The plain port, whose visitors are redirected: `80`. */
  listenPlain: string;
}

const templates = fileURLToPath(new URL('.', import.meta.url));

/**
 * Writes `site.conf` and the files it includes into a folder.
 * @returns the path of `site.conf`, to be included in nginx' http block
 * @throws Error when a setting contains characters that would change the configuration
 */
export function writeNginxConfig(folder: string, settings: NginxSettings): string {
  const configFolder = resolve(folder);
  const { tls, listen, serverName, limits = nginxLimits } = settings;
  const values: Record<string, string> = {
    CONFIG_FOLDER: configFolder,
    SITE_FOLDER: resolve(settings.siteFolder),
    SERVER_NAME: serverName,
    LISTEN: listen,
    BACKEND: settings.proxiedBackend ?? '',
    HTTPS_HEADERS: settings.https || tls ? 'https-headers.conf' : 'no-headers.conf',
    ACCESS_LOG: resolve(settings.accessLog ?? '/var/log/nginx/access.log'),
    ERROR_LOG: resolve(settings.errorLog ?? '/var/log/nginx/error.log'),
    CHALLENGE_FOLDER: resolve(settings.challengeFolder ?? '/var/www/html'),
    REQUESTS_PER_NETWORK: String(limits.requestsPerNetwork),
    HEADER_SECONDS: String(limits.headerSeconds),
    SILENT_SECONDS: String(limits.silentSeconds),
    ...(tls && {
      CERTIFICATE: resolve(tls.certificate),
      CERTIFICATE_KEY: resolve(tls.certificateKey),
      PLAIN: tls.listenPlain,
      HTTPS_ORIGIN: httpsOrigin(serverName, listen),
    }),
  };
  for (const [name, value] of Object.entries(values))
    if (/[;{}"'\\$\n]/.test(value) || (/\s/.test(value) && name !== 'LISTEN' && name !== 'SERVER_NAME'))
      throw new Error(`${name} can't be ${JSON.stringify(value)}: it would change the nginx configuration.`);
  if (tls) {
    values.LISTEN_TLS = listenLines(listen, ' ssl http2');
    values.LISTEN_PLAIN = listenLines(tls.listenPlain, '');
  }
  values.POLICY = siteHeaders['Content-Security-Policy'] ?? '';
  const files: Record<string, string> = {
    ...nginxHeaderFiles(settings.backendOrigin),
    'no-headers.conf': '',
    'site.conf': fill('site.conf', values),
    'limits.conf': fill('limits.conf', values),
    'listen.conf': tls ? fill('tls.conf', values) : fill('plain.conf', values),
    'challenge.conf': fill('challenge.conf', values),
    ...(tls ? { 'redirect.conf': fill('redirect.conf', values) } : {}),
    'document.conf': fill('document.conf', values),
    'site-file.conf': fill('site-file.conf', values),
    ...(settings.proxiedBackend
      ? { 'backend.conf': fill('backend.conf', values), 'proxy.conf': fill('proxy.conf', values) }
      : {}),
  };
  mkdirSync(configFolder, { recursive: true });
  for (const name of ['backend.conf', 'redirect.conf']) rmSync(join(configFolder, name), { force: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(configFolder, name), text);
  return join(configFolder, 'site.conf');
}

/** One line for each address: a port alone means both families. */
function listenLines(listen: string, how: string): string {
  const addresses = /^\d+$/.test(listen) ? [listen, `[::]:${listen}`] : [listen];
  return addresses.map((address) => `listen ${address}${how};`).join('\n');
}

/** Of several names the redirect leads to the first. */
function httpsOrigin(serverName: string, listen: string): string {
  const port = /(\d+)$/.exec(listen)?.[1];
  return `https://${serverName.trim().split(/\s+/)[0]}${port === undefined || port === '443' ? '' : `:${port}`}`;
}

function fill(name: string, values: Record<string, string>): string {
  return readFileSync(join(templates, `${name}.template`), 'utf8').replace(
    /\$\{([A-Z_]+)\}/g,
    (whole, key: string) => values[key] ?? whole,
  );
}
