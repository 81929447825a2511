import { createHash } from 'node:crypto';
import { onePageOfEachKind, privateRoutes, wrongAddresses } from '../../e2e/routes.ts';
import type { AttackCase, AttackClass } from '../attack-class.ts';

const hashOf = (text: string | Uint8Array) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

/** What the policy of each document says besides the hashes of its own texts. */
const directives: [string, RegExp][] = [
  ['default-src', /^'none'$/],
  ['script-src', /^'self'( 'sha256-[\w+/=]+')*$/],
  ['style-src', /^'self'( 'sha256-[\w+/=]+')*$/],
  ['connect-src', /^'self'$/],
  ['form-action', /^'self'$/],
  ['base-uri', /^'none'$/],
  ['frame-ancestors', /^'none'$/],
  ['require-trusted-types-for', /^'script'$/],
  ['trusted-types', /^'none'$/],
];

const headers: [string, RegExp][] = [
  ['x-frame-options', /^DENY$/],
  ['x-content-type-options', /^nosniff$/],
  ['referrer-policy', /^strict-origin$/],
  ['cross-origin-opener-policy', /^same-origin$/],
  ['integrity-policy', /blocked-destinations=\(script\)/],
  ['permissions-policy', /camera=\(\)/],
];

interface Document {
  html: string;
  headers: Headers;
  policy: Map<string, string>;
}

/** Header, document and files of each kind of page agree on what may run. */
export const policies: AttackClass = {
  name: 'policies of pages',
  onlyReads: true,
  cases({ url }) {
    const files = new Map<string, Promise<string>>();
    const fileHash = (path: string) => {
      const known =
        files.get(path) ?? fetch(url + path).then(async (r) => hashOf(new Uint8Array(await r.arrayBuffer())));
      files.set(path, known);
      return known;
    };
    return [...onePageOfEachKind, '/auth', ...privateRoutes, ...wrongAddresses].flatMap((path): AttackCase[] => {
      let read: Promise<Document> | undefined;
      const document = () => (read ??= readDocument(url, path));
      const check = (tries: string, work: (document: Document) => Promise<void> | void): AttackCase => ({
        tries: `${path}: ${tries}`,
        run: async () => work(await document()),
      });
      return [
        ...directives.map(([name, expected]) =>
          check(`its policy's ${name}`, ({ policy }) => demand(expected, policy.get(name) ?? 'missing')),
        ),
        ...headers.map(([name, expected]) =>
          check(`its ${name}`, ({ headers: got }) => demand(expected, got.get(name) ?? 'missing')),
        ),
        check('every inline script has its hash in the policy', ({ html, policy }) => {
          const inline = [...html.matchAll(/<script(?![^>]*\bsrc=)([^>]*)>([\s\S]*?)<\/script>/g)];
          if (inline.length === 0) throw new Error('no inline script was found');
          for (const [, attributes = '', text = ''] of inline)
            if (
              !/type="application\/(ld\+)?json"/.test(attributes) &&
              !policy.get('script-src')?.includes(hashOf(text))
            )
              throw new Error(`not allowed: ${text.slice(0, 80)}`);
        }),
        check('every script and style sheet has the hash of its file', async ({ html }) => {
          const tags = html.match(/<(?:script|link)\b[^>]*>/g) ?? [];
          let checked = 0;
          for (const tag of tags) {
            const address = /\b(?:src|href)="([^"]+)"/.exec(tag)?.[1] ?? '';
            const isCode = /^<script[^>]*\bsrc=/.test(tag) || /rel="(?:modulepreload|stylesheet)"/.test(tag);
            // A style sheet that is switched off names what is inline, and is never fetched.
            if (!isCode || / disabled>$/.test(tag)) continue;
            const integrity = /\bintegrity="([^"]+)"/.exec(tag)?.[1] ?? 'none';
            if (!address.startsWith('/r/')) throw new Error(`from elsewhere: ${tag}`);
            if (integrity !== (await fileHash(address))) throw new Error(`another hash: ${tag}`);
            checked += 1;
          }
          if (checked === 0) throw new Error('no script was found');
        }),
        check('no script in an attribute or an address', ({ html }) => {
          const found =
            /<[^>]+\s(?:on\w+\s*=|srcdoc\s*=)|(?:href|src|action)="\s*(?:javascript|data:text|vbscript):/i.exec(
              html.replaceAll(/<(script|style)\b[\s\S]*?<\/\1>/g, ''),
            );
          if (found) throw new Error(found[0].slice(0, 120));
        }),
      ];
    });
  },
};

async function readDocument(url: string, path: string): Promise<Document> {
  const answer = await fetch(url + path);
  const policy = (answer.headers.get('content-security-policy') ?? '').split(';').map((part): [string, string] => {
    const [name = '', ...values] = part.trim().split(/\s+/);
    return [name, values.join(' ')];
  });
  return { html: await answer.text(), headers: answer.headers, policy: new Map(policy) };
}

function demand(expected: RegExp, got: string): void {
  if (!expected.test(got)) throw new Error(`is ${got.slice(0, 200)}`);
}
