import type { AttackCase, AttackClass } from '../attack-class.ts';
import { checkAnswer, sendAttack, type AttackRequest } from '../send-attack.ts';

/** Files beside and above what is served. */
const wanted = [
  'secrets.json',
  'site/live.json',
  'site/private/shell',
  'site/history.jsonl',
  'etc/passwd',
  'package.json',
  '.git/config',
  '.env',
];

/** Ways of writing a step upwards. */
const upwards = [
  '../',
  '..%2f',
  '%2e%2e/',
  '%2e%2e%2f',
  '..%5c',
  '..\\',
  '%252e%252e%252f',
  '..%c0%af',
  '..%00/',
  '....//',
  '.%2e/',
  '..;/',
  '%u002e%u002e/',
];

const roots = ['/', '/r/', '/r/shell/', '/rest/v1/', '/auth/v1/', '/payments/v1/', '/preview/'];

/** Addresses that a careless redirect would answer with the address of another site. */
const elsewhere = [
  '//evil.example/',
  '//evil.example/faq/',
  '///evil.example/',
  '/\\evil.example/',
  '/%5cevil.example/',
  '/%2fevil.example/',
  '/%2f%2fevil.example/',
  '/.//evil.example/',
  '/x/..//evil.example/',
  '/faq//evil.example/',
  '/%09/evil.example/',
  '/%0d%0aLocation:%20https://evil.example/',
  '/faq/%0d%0aset-cookie:a=b/',
  'http://evil.example/faq/',
  '/http://evil.example/',
  '/@evil.example/',
  '/services/..//evil.example/',
  '/bikes//evil.example/',
];

const odd = [
  '/%',
  '/%zz',
  '/%00',
  '/\u00a0',
  '/faq%00.js',
  '/r/shell/%2e',
  '/r//',
  '/r/shell/../../live.json',
  '/private/shell/1.0.0/release.json',
  '/pages/',
  '/live.json',
  '/live.json.former',
  '/live.json.lock',
  '/r/shell/..%2f..%2fprivate/',
  '/secrets.json',
  '/.well-known/../live.json',
  '/index.html',
  '/server-status',
  '/.git/HEAD',
  '/node_modules/',
  '/r/constructor/prototype/x.js',
  '/r/__proto__/x/y.js',
  '/services/'.padEnd(4000, 'x'),
  `/${'a/'.repeat(1000)}`,
  `/${'%2e'.repeat(500)}`,
  '/preview?key=../../x',
  '/preview?key=__proto__',
  '/preview?key=%00',
  '/preview?key=catalog@1.0.0%0d%0aset-cookie:a=b',
];

/** What stands in files that no address leads to. */
const inside = /"jwtSecret"|"flippedBy"|"federationVersion"|"devDependencies"|\[core\]|root:x:0/;

export const paths: AttackClass = {
  name: 'paths',
  cases(site) {
    const asked = [
      ...roots.flatMap((root, atRoot) =>
        upwards.flatMap((up, atUp) =>
          wanted.map((file, atFile) => ({
            path: `${root}${up.repeat(6)}${file}`,
            isThorough: atRoot > 2 || (atFile > 1 && atUp > 3),
          })),
        ),
      ),
      ...[...odd, ...elsewhere].map((path) => ({ path, isThorough: false })),
    ];
    const sent = (request: AttackRequest): AttackCase => ({
      tries: `${request.method ?? 'GET'} ${request.path.slice(0, 120)}`,
      async run() {
        const answer = await sendAttack(site, { ...request, path: encodePlain(request.path) });
        checkAnswer(site, answer, 'harmless');
        const { status, body, rawHeaders } = answer;
        if (status === 200 && inside.test(body)) throw new Error(`is served: ${body.slice(0, 100)}`);
        const named = rawHeaders.findIndex((name) => name.toLowerCase() === 'location');
        const location = named < 0 ? '' : (rawHeaders[named + 1] ?? '');
        if (location && new URL(location, site.url).origin !== site.url) throw new Error(`leads to ${location}`);
        if (rawHeaders.some((name, at) => /^set-cookie$/i.test(name) && /^a=b/.test(rawHeaders[at + 1] ?? '')))
          throw new Error('sets a header of the attacker');
      },
    });
    return [
      ...asked.map(({ path, isThorough }) => ({ ...sent({ path }), isThorough })),
      ...odd.map((path) => ({ ...sent({ path, method: 'HEAD' }), isThorough: true })),
      ...['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND', 'MKCOL'].map((method) =>
        sent({ path: '/r/shell/x.js', method }),
      ),
    ];
  },
};

/** Node's client sends no byte above 126 in a path. */
const encodePlain = (path: string): string => path.replaceAll(/[^\x21-\x7e]/g, encodeURIComponent);
