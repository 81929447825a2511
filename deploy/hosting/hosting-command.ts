import { resolve } from 'node:path';
import { readCommandLine } from '@twostroke/shared/tooling/read-command-line.mjs';
import { pushSentence, runRenderCommand } from '../release/commands/render-command.ts';
import { openTarget } from '../release/targets/open-target.ts';
import { pullSite } from '../release/targets/pull-site.ts';
import { pushSite } from '../release/targets/push-site.ts';
import type { Target } from '../release/targets/target.ts';
import { headersFile } from '../release/targets/headers-file.ts';
import { pullVersionBefore } from './pull-version-before.ts';
import { writeNginxConfig } from './nginx/write-nginx-config.ts';

const usage = `npm run hosting -- render --origin https://twostroke.example [--push TARGET] [--if-changed]
                                        writes all documents of what is live, for file servers
npm run hosting -- push TARGET          sends releases, documents and, last, the live record to a target
npm run hosting -- pull TARGET          fetches what the next release starts from
npm run hosting -- pull TARGET --before APP
                                        and the version of an app that was live before: for a rollback
npm run hosting -- nginx --out DIR --name twostroke.example [--proxy URL] [--certificate FILE --certificate-key FILE]
                                        writes the configuration of nginx; with a certificate for TLS and HTTP/2
                                        (--listen 443 --listen-plain 80; without --listen 80, and --https when
                                        a proxy in front of nginx terminates TLS)
npm run hosting -- headers              prints the file _headers of Cloudflare Pages and Netlify

TARGET is /a/folder, user@host:/a/folder, rsync://host/module, cdn:/a/folder or s3://bucket (deploy/hosting/README.md).
--site DIR             the site folder (default .data/site)
--backend URL --key K  the backend (default: SUPABASE_URL and SUPABASE_ANON_KEY, or the site that runs here)
--own-origin           visitors reach the backend under the site's own origin, as behind nginx with --proxy`;

const options = {
  site: { type: 'string', default: '.data/site' },
  origin: { type: 'string' },
  backend: { type: 'string' },
  key: { type: 'string' },
  'own-origin': { type: 'boolean', default: false },
  'if-changed': { type: 'boolean', default: false },
  push: { type: 'string' },
  before: { type: 'string' },
  out: { type: 'string' },
  name: { type: 'string' },
  listen: { type: 'string' },
  'listen-plain': { type: 'string', default: '80' },
  certificate: { type: 'string' },
  'certificate-key': { type: 'string' },
  https: { type: 'boolean', default: false },
  proxy: { type: 'string' },
} as const;

type OptionName = keyof typeof options;
const backend: OptionName[] = ['backend', 'key', 'own-origin'];

const verbs: Partial<Record<string, { options: OptionName[]; words: string[] }>> = {
  help: { options: [], words: ['help'] },
  render: { options: ['site', ...backend, 'origin', 'push', 'if-changed'], words: ['render'] },
  push: { options: ['site', ...backend], words: ['push', 'TARGET'] },
  pull: { options: ['site', ...backend, 'before'], words: ['pull', 'TARGET'] },
  nginx: {
    options: [
      'site',
      ...backend,
      'out',
      'name',
      'listen',
      'listen-plain',
      'certificate',
      'certificate-key',
      'https',
      'proxy',
    ],
    words: ['nginx'],
  },
  headers: { options: backend, words: ['headers'] },
};

function readHostingCommandLine(args: string[]) {
  return readCommandLine(args, {
    command: 'npm run hosting',
    options,
    variants([verb = 'help']) {
      const known = verbs[verb];
      if (!known) throw new Error(`There is no command ${verb}.\n\n${usage}`);
      return { name: verb, ...known };
    },
  });
}

/**
 * Runs one command of the hosting tool.
 * @param say prints a line
 * @returns the exit code: 0 on success, 1 on a rejection
 */
export async function runHostingCommand(
  args: string[],
  env: NodeJS.ProcessEnv,
  say: (line: string) => void = console.log,
): Promise<number> {
  try {
    const { values, positionals } = readHostingCommandLine(args);
    const [verb = 'help', place] = positionals;
    const siteFolder = resolve(values.site);
    const backendUrl = (values.backend ?? env.SUPABASE_URL)?.replace(/\/$/, '');
    const backendOrigin = backendUrl && !values['own-origin'] ? new URL(backendUrl).origin : null;
    const target = (address: string | undefined): Target => {
      if (!address) throw new Error(`Name a target: npm run hosting -- ${verb} TARGET`);
      return openTarget(address, { env, backendOrigin });
    };
    switch (verb) {
      case 'render': {
        const key = values.key ?? env.SUPABASE_ANON_KEY;
        await runRenderCommand({
          siteFolder,
          backend: backendUrl && key ? { url: backendUrl, key } : null,
          ownOrigin: values['own-origin'],
          origin: values.origin,
          push: values.push,
          onlyIfChanged: values['if-changed'],
          env,
          say,
        });
        return 0;
      }
      case 'push': {
        const to = target(place);
        say(pushSentence(to.name, await pushSite(to, siteFolder)));
        return 0;
      }
      case 'pull': {
        const from = target(place);
        const record = await pullSite(from, siteFolder, say);
        say(record ? `${siteFolder} is at flip ${record.sequence} of ${from.name}.` : `${from.name} is empty.`);
        if (values.before) {
          const version = await pullVersionBefore(from, siteFolder, values.before);
          say(version ? `Fetched ${values.before} ${version} too.` : `A rollback ends the canary of ${values.before}.`);
        }
        return 0;
      }
      case 'nginx': {
        if (!values.out || !values.name) throw new Error('npm run hosting -- nginx --out DIR --name twostroke.example');
        const { certificate, 'certificate-key': certificateKey, 'listen-plain': listenPlain } = values;
        if (!certificate !== !certificateKey)
          throw new Error('TLS needs both: --certificate fullchain.pem --certificate-key privkey.pem');
        const tls = certificate && certificateKey ? { certificate, certificateKey, listenPlain } : null;
        const file = writeNginxConfig(values.out, {
          siteFolder,
          serverName: values.name,
          listen: values.listen ?? (tls ? '443' : '80'),
          tls,
          https: values.https,
          proxiedBackend: values.proxy ?? null,
          backendOrigin,
        });
        say(`Written. Include it in the http block of nginx: include ${file};`);
        return 0;
      }
      case 'headers':
        say(headersFile(backendOrigin));
        return 0;
      default:
        say(usage);
        return 0;
    }
  } catch (failure) {
    say(failure instanceof Error ? failure.message : String(failure));
    return 1;
  }
}
