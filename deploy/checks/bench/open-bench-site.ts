import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSite } from '../../hosting/node/start-site.ts';

/**
 * The site as `npm start` serves it, built, with the demo's data in an embedded backend.
 * @param options.renderAhead whether all documents are rendered before the first request
 * @param options.unlimited whether one address may send any number of requests
 * @returns `folder` holds all data until `stop`
 */
export async function openBenchSite({ renderAhead = false, unlimited = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'twostroke-bench-'));
  const { site, backend, stop } = await openSite(
    {
      port: 0,
      dataFolder: folder,
      reset: false,
      demo: true,
      build: true,
      renderAhead,
      backend: { kind: 'embedded' },
    },
    unlimited ? { limits: { requestsPerAddress: { max: 1_000_000_000, perSeconds: 1 } } } : {},
  );
  return {
    url: site.url,
    backend: backend!,
    folder,
    siteFolder: join(folder, 'site'),
    stop: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
