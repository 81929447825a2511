import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nginxHeaderFiles } from '../headers/nginx-headers.ts';

export interface NginxSettings {
  /** Site folder on the server: absolute, as releases are pushed there. */
  siteFolder: string;
  /** Name under which visitors come: `twostroke.example`. */
  serverName: string;
  /** What nginx listens on: `80`, `127.0.0.1:8081`, `443 ssl http2`. */
  listen: string;
  /** Whether visitors come over https: then every answer says that the site is never to be asked without it. */
  https: boolean;
  /** Backend to pass /rest/v1, /auth/v1, /payments/v1 and /realtime/v1 on to; null when it has an origin of its own. */
  proxiedBackend: string | null;
  /** Origin of a backend that browsers call directly, e.g. `https://abc.supabase.co`. */
  backendOrigin: string | null;
}

const templates = fileURLToPath(new URL('.', import.meta.url));

/**
 * Writes `site.conf` and the files it includes into a folder.
 * @returns the path of `site.conf`, to be included in nginx' http block
 * @throws Error when a setting would not stay one word of the configuration
 */
export function writeNginxConfig(folder: string, settings: NginxSettings): string {
  const configFolder = resolve(folder);
  const values: Record<string, string> = {
    CONFIG_FOLDER: configFolder,
    SITE_FOLDER: resolve(settings.siteFolder),
    SERVER_NAME: settings.serverName,
    LISTEN: settings.listen,
    BACKEND: settings.proxiedBackend ?? '',
    HTTPS_HEADERS: settings.https ? 'https-headers.conf' : 'no-headers.conf',
  };
  for (const [name, value] of Object.entries(values))
    if (/[;{}"'\\$\n]/.test(value) || (/\s/.test(value) && name !== 'LISTEN' && name !== 'SERVER_NAME'))
      throw new Error(`${name} can't be ${JSON.stringify(value)}: it would change the nginx configuration.`);
  const files: Record<string, string> = {
    ...nginxHeaderFiles(settings.backendOrigin),
    'no-headers.conf': '',
    'site.conf': fill('site.conf', values),
    'document.conf': fill('document.conf', values),
    'site-file.conf': fill('site-file.conf', values),
    ...(settings.proxiedBackend
      ? { 'backend.conf': fill('backend.conf', values), 'proxy.conf': fill('proxy.conf', values) }
      : {}),
  };
  mkdirSync(configFolder, { recursive: true });
  rmSync(join(configFolder, 'backend.conf'), { force: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(configFolder, name), text);
  return join(configFolder, 'site.conf');
}

function fill(name: string, values: Record<string, string>): string {
  return readFileSync(join(templates, `${name}.template`), 'utf8').replace(
    /\$\{([A-Z_]+)\}/g,
    (whole, key: string) => values[key] ?? whole,
  );
}
