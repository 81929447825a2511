import { connect } from 'node:net';
import type { AttackCase, AttackClass } from '../attack-class.ts';

const host = 'Host: shop.example';
const post = 'POST /rest/v1/rpc/quote HTTP/1.1';
const smuggled = 'GET /rest/v1/service_bookings HTTP/1.1\r\nHost: shop.example\r\n\r\n';

/** Requests that proxies and servers are known to read in two ways. None may be read as two. */
const doubled: [string, string][] = [
  [
    'length and chunks',
    `${post}\r\n${host}\r\nContent-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
  ],
  [
    'chunks and length',
    `${post}\r\n${host}\r\nTransfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n${smuggled}`,
  ],
  ['two lengths', `${post}\r\n${host}\r\nContent-Length: 0\r\nContent-Length: ${smuggled.length}\r\n\r\n${smuggled}`],
  ['a list of lengths', `${post}\r\n${host}\r\nContent-Length: 0, ${smuggled.length}\r\n\r\n${smuggled}`],
  ['a length with a plus', `${post}\r\n${host}\r\nContent-Length: +0\r\n\r\n${smuggled}`],
  ['a negative length', `${post}\r\n${host}\r\nContent-Length: -1\r\n\r\n${smuggled}`],
  ['a length in hex', `${post}\r\n${host}\r\nContent-Length: 0x0\r\n\r\n${smuggled}`],
  ['a length with a space before the colon', `${post}\r\n${host}\r\nContent-Length : 0\r\n\r\n${smuggled}`],
  [
    'chunks with a space before the colon',
    `${post}\r\n${host}\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n${smuggled}`,
  ],
  [
    'two encodings',
    `${post}\r\n${host}\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n${smuggled}`,
  ],
  ['an unknown encoding', `${post}\r\n${host}\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${smuggled}`],
  ['an encoding after a tab', `${post}\r\n${host}\r\nTransfer-Encoding:\x0bchunked\r\n\r\n0\r\n\r\n${smuggled}`],
  ['a folded header', `${post}\r\n${host}\r\nX: y\r\n Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`],
  [
    'a chunk of a huge size',
    `${post}\r\n${host}\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n${smuggled}`,
  ],
  ['a chunk of a negative size', `${post}\r\n${host}\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n${smuggled}`],
  [
    'a chunk that ends in a bare line feed',
    `${post}\r\n${host}\r\nTransfer-Encoding: chunked\r\n\r\n1\nx\n0\n\n${smuggled}`,
  ],
];

/** What is no request of HTTP/1.1: refused, or the connection ends. */
const malformed: [string, string][] = [
  ['no host', 'GET / HTTP/1.1\r\n\r\n'],
  ['a header with a line feed in its name', `GET / HTTP/1.1\r\n${host}\r\nX\nY: z\r\n\r\n`],
  ['a header without a name', `GET / HTTP/1.1\r\n${host}\r\n: z\r\n\r\n`],
  ['a header without a colon', `GET / HTTP/1.1\r\n${host}\r\nNothing\r\n\r\n`],
  ['a null byte in a header', `GET / HTTP/1.1\r\n${host}\r\nX: a\0b\r\n\r\n`],
  ['a null byte in the path', `GET /a\0b HTTP/1.1\r\n${host}\r\n\r\n`],
  ['a space in the path', `GET /a b HTTP/1.1\r\n${host}\r\n\r\n`],
  ['an unknown version', `GET / HTTP/9.9\r\n${host}\r\n\r\n`],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['a greeting of TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ['a method in small letters', `get / HTTP/1.1\r\n${host}\r\n\r\n`],
  ['a method that is none', `SHUTDOWN / HTTP/1.1\r\n${host}\r\n\r\n`],
  ['a tunnel', 'CONNECT 127.0.0.1:5432 HTTP/1.1\r\nHost: 127.0.0.1:5432\r\n\r\n'],
  ['headers of 100 kB', `GET / HTTP/1.1\r\n${host}\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`],
  ['an address of 100 kB', `GET /${'x'.repeat(100_000)} HTTP/1.1\r\n${host}\r\n\r\n`],
  ['a cookie of 60 kB', `GET / HTTP/1.1\r\n${host}\r\nCookie: ${'a=b; '.repeat(12_000)}\r\n\r\n`],
];

/** Requests that are answered, once, as what they are. */
const single: [string, string, RegExp][] = [
  [
    'the address of another host',
    `GET http://evil.example/faq HTTP/1.1\r\n${host}\r\nConnection: close\r\n\r\n`,
    /^HTTP\/1\.1 [1-4]\d\d /,
  ],
  [
    'a foreign host in robots',
    'GET /robots.txt HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
    /^(?!.*evil\.example)/s,
  ],
  [
    'a foreign host in the list of pages',
    'GET /sitemap.xml HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
    /^(?!.*evil\.example)/s,
  ],
  [
    'a foreign forwarded host in a page',
    `GET /faq HTTP/1.1\r\n${host}\r\nX-Forwarded-Host: evil.example\r\nConnection: close\r\n\r\n`,
    /^(?!.*evil\.example)/s,
  ],
  [
    'another address by a header of IIS',
    `GET /faq HTTP/1.1\r\n${host}\r\nX-Original-URL: /live.json\r\nX-Rewrite-URL: /live.json\r\nConnection: close\r\n\r\n`,
    /^HTTP\/1\.1 200 (?!.*flippedBy)/s,
  ],
  [
    'another method by a header',
    `GET /rest/v1/models HTTP/1.1\r\n${host}\r\nX-HTTP-Method-Override: DELETE\r\nConnection: close\r\n\r\n`,
    /^HTTP\/1\.1 [24]\d\d /,
  ],
  [
    'an upgrade to HTTP/2',
    `GET /faq HTTP/1.1\r\n${host}\r\nConnection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n`,
    /^(?!HTTP\/1\.1 101)/,
  ],
  [
    'a socket at an address of a page',
    `GET /faq HTTP/1.1\r\n${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: eHh4eHh4eHh4eHh4eHh4eA==\r\nSec-WebSocket-Version: 13\r\n\r\n`,
    /^(?!HTTP\/1\.1 101)/,
  ],
  [
    'a body of a page',
    `GET /faq HTTP/1.1\r\n${host}\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello`,
    /^HTTP\/1\.1 200 /,
  ],
  [
    'two hosts',
    `GET /robots.txt HTTP/1.1\r\n${host}\r\nHost: evil.example\r\nConnection: close\r\n\r\n`,
    /^(?!.*evil\.example)/s,
  ],
  [
    '5000 headers',
    `GET /faq HTTP/1.1\r\n${host}\r\n${'X: y\r\n'.repeat(5000)}Connection: close\r\n\r\n`,
    /^HTTP\/1\.1 (200|431) /,
  ],
  [
    'many ranges',
    `GET /faq HTTP/1.1\r\n${host}\r\nRange: bytes=${'0-,'.repeat(1000)}0-\r\nConnection: close\r\n\r\n`,
    /^HTTP\/1\.1 [24]\d\d /,
  ],
];

export const rawHttp: AttackClass = {
  name: 'raw HTTP',
  cases({ url }) {
    const port = Number(new URL(url).port);
    return [
      ...doubled.map(([tries, text]): AttackCase => ({
        tries,
        async run() {
          const heard = await say(port, text);
          if (answersIn(heard) > 1) throw new Error(`was read as two requests: ${heard.slice(0, 200)}`);
          if (!/^(HTTP\/1\.1 4\d\d |$)/.test(heard)) throw new Error(`answered ${heard.slice(0, 100)}`);
        },
      })),
      ...malformed.map(([tries, text]): AttackCase => ({
        tries,
        async run() {
          const heard = await say(port, text);
          if (!/^(HTTP\/1\.1 (4\d\d|505) |$)/.test(heard)) throw new Error(`answered ${heard.slice(0, 100)}`);
        },
      })),
      ...single.map(([tries, text, expected]): AttackCase => ({
        tries,
        async run() {
          const heard = await say(port, text);
          if (answersIn(heard) > 1 || !expected.test(heard)) throw new Error(`answered ${heard.slice(0, 200)}`);
        },
      })),
      {
        tries: 'a page is served after 200 torn requests',
        async run() {
          const torn = ['GET / HT', `${post}\r\n${host}\r\nContent-Length: 1000\r\n\r\nab`, ''];
          for (let round = 0; round < 200; round += 1)
            await new Promise<void>((resolve, reject) => {
              const socket = connect(port, '127.0.0.1', () => {
                socket.write(torn[round % torn.length] ?? '', () => socket.resetAndDestroy());
              });
              socket.on('close', () => resolve()).on('error', reject);
            });
          const { status } = await fetch(`${url}/faq`);
          if (status !== 200) throw new Error(`answered ${status}`);
        },
      },
    ];
  },
};

const answersIn = (heard: string): number => (heard.match(/^HTTP\/1\.1 \d\d\d /gm) ?? []).length;

/** How long a server may be silent over an open connection before we hang up, as a client would. */
const patienceMs = 1_500;

/** Sends bytes and returns all that comes back, until either side ends the connection. */
function say(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    let heard = '';
    const socket = connect(port, '127.0.0.1');
    socket.setTimeout(patienceMs, () => socket.destroy());
    socket.on('data', (part: Buffer) => (heard += part.toString('latin1')));
    socket.on('error', () => undefined).on('close', () => resolve(heard));
    socket.write(Buffer.from(text, 'latin1'));
  });
}
