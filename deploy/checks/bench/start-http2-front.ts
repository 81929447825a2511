import { createHash, X509Certificate } from 'node:crypto';
import { request } from 'node:http';
import { createSecureServer, type ServerHttp2Session } from 'node:http2';
import type { AddressInfo } from 'node:net';

/** Connection headers of HTTP/1.1, which HTTP/2 rejects. */
const ofOneConnection = new Set(['connection', 'keep-alive', 'transfer-encoding']);

/**
 * The argument with which Chromium trusts a certificate of ours. It keeps no file of a site whose certificate it only
 * ignores, so that each file would be downloaded as often as it is used.
 */
export function trustArgument({ cert }: { cert: string }): string {
  const key = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' });
  return `--ignore-certificate-errors-spki-list=${createHash('sha256').update(key).digest('base64')}`;
}

/**
 * Proxies another server over HTTP/2 with TLS: browsers support HTTP/2 with TLS only, and `npm start` has neither.
 *
 * @param site address of the other server, `http://127.0.0.1:8080`
 * @param certificate PEM texts
 * @returns the address of the front and a function that stops it
 */
export async function startHttp2Front(
  site: string,
  certificate: { key: string; cert: string },
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createSecureServer(certificate, (asked, answer) => {
    const headers = Object.entries(asked.headers).filter(([name]) => !name.startsWith(':'));
    const passedOn = request(site + asked.url, { method: asked.method, headers: Object.fromEntries(headers) });
    passedOn.on('response', (came) => {
      const kept = Object.entries(came.headers).filter(([name]) => !ofOneConnection.has(name));
      answer.writeHead(came.statusCode!, Object.fromEntries(kept));
      came.pipe(answer);
    });
    passedOn.on('error', () => answer.stream.close());
    asked.pipe(passedOn);
  });
  const sessions = new Set<ServerHttp2Session>();
  server.on('session', (session) => {
    sessions.add(session);
    session.on('close', () => sessions.delete(session));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        for (const session of sessions) session.destroy();
      }),
  };
}
