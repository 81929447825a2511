import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSite } from '../../hosting/node/start-site.ts';
import { renderStatic } from '../../site/export/render-static.ts';

/** `npm run bench -- static`: how long the export of all documents for a file server takes, the first time and repeated. */
export async function measure(): Promise<void> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'twostroke-bench-'));
  const { site, backend, stop } = await openSite({
    port: 0,
    dataFolder,
    reset: false,
    demo: true,
    renderAhead: false,
    build: true,
    backend: { kind: 'embedded' },
  });
  try {
    const key = backend!.anonKey;
    for (const round of ['from nothing', 'again, nothing changed']) {
      console.log(`\nAll documents, ${round}:`);
      await renderStatic({
        siteFolder: join(dataFolder, 'site'),
        origin: 'https://twostroke.example',
        browserBackend: { url: '', key },
        dataBackend: { url: site.url, key },
        report: (line) => console.log(`  ${line}`),
      });
    }
  } finally {
    await stop();
    rmSync(dataFolder, { recursive: true, force: true });
  }
}
