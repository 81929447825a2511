import type { Backend } from '../../backend/backend-options.ts';
import { freePort } from '../../backend/postgres/free-port.ts';
import { makeCertificate } from '../../hosting/testing/make-certificate.ts';
import { startNginx } from '../../hosting/testing/start-nginx.ts';
import { renderStatic } from '../../site/export/render-static.ts';
import { sampleOffers } from './routes.ts';

export interface SiteBehindNginx {
  url: string;
  /** With TLS: the address without TLS. */
  plainUrl: string | null;
  /** Exports the documents of the live releases. */
  publishDocuments(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Exports the documents of a running site and serves them by the real nginx, which proxies the backend's paths. Renders
 * only those pages of one model and one package that journeys open.
 */
export async function openBehindNginx(
  siteFolder: string,
  siteUrl: string,
  backend: Backend,
  overTls: boolean,
): Promise<SiteBehindNginx> {
  const port = await freePort();
  const origin = `${overTls ? 'https' : 'http'}://127.0.0.1:${port}`;
  const key = backend.anonKey;
  backend.setSiteUrl(origin);
  const publishDocuments = async (): Promise<void> => {
    await renderStatic({
      siteFolder,
      origin,
      browserBackend: { url: '', key },
      dataBackend: { url: siteUrl, key },
      renderLater: (addresses) => {
        const wanted = new Set(sampleOffers(addresses.map(({ path }) => path)));
        return addresses.filter(({ path }) => wanted.has(path));
      },
    });
  };
  await publishDocuments();
  const certificate = overTls ? await makeCertificate() : null;
  const nginx = await startNginx({ siteFolder, proxiedBackend: siteUrl, port, tls: certificate ?? undefined });
  return { ...nginx, publishDocuments, close: async () => (certificate?.remove(), await nginx.close()) };
}
