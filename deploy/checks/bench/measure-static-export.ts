import { renderStatic } from '../../site/export/render-static.ts';
import { openBenchSite } from './open-bench-site.ts';

/** `npm run bench -- static`: how long the export of all documents for a file server takes, the first time and repeated. */
export async function measure(): Promise<void> {
  const site = await openBenchSite();
  try {
    const key = site.backend.anonKey;
    for (const round of ['from nothing', 'again, nothing changed']) {
      console.log(`\nAll documents, ${round}:`);
      await renderStatic({
        siteFolder: site.siteFolder,
        origin: 'https://twostroke.example',
        browserBackend: { url: '', key },
        dataBackend: { url: site.url, key },
        report: (line) => console.log(`  ${line}`),
      });
    }
  } finally {
    await site.stop();
  }
}
