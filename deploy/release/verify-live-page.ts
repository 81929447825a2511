import { composeLive, composePreview, endedPreview } from './live.ts';
import type { LiveRecord, Preview } from './live-record.ts';
import { Refusal } from './refusal.ts';
import { readUsableRecord } from './recover-live-record.ts';
import type { ReleaseContext } from './release-context.ts';
import { findRunningSite } from './running-site.ts';

/** A server notices a flip within a second; a busy machine gets more. */
const PATIENCE_MS = 10_000;

/**
 * Waits until the running site serves the documents of a record, to most visitors and to the canary's share.
 * @throws Refusal when it does not: the record is live, but something keeps the server from it
 */
export async function verifyLivePage(siteUrl: string, siteFolder: string, record: LiveRecord): Promise<void> {
  const expected = [{ cookie: 'ts_bucket=99', release: composeLive(siteFolder, record).release }];
  if (record.canary) expected.push({ cookie: 'ts_bucket=0', release: composeLive(siteFolder, record, true).release });
  await waitFor(siteUrl, siteFolder, record, expected);
}

/**
 * Waits until the running site gives testers what the record says of a preview.
 * @throws Refusal when it does not
 */
export async function verifyPreview(
  { siteFolder }: ReleaseContext,
  record: LiveRecord,
  preview: Preview,
): Promise<void> {
  const site = findRunningSite(siteFolder);
  if (!site) return;
  const { app, version } = preview;
  const isOpen = record.previews?.some((open) => open.app === app && open.version === version);
  const { release } = isOpen
    ? composePreview(siteFolder, record, preview)
    : endedPreview(composeLive(siteFolder, record));
  await waitFor(site.url, siteFolder, record, [{ cookie: `ts_preview=${app}@${version}`, release }]);
}

async function waitFor(
  siteUrl: string,
  siteFolder: string,
  record: LiveRecord,
  expected: { cookie: string; release: string }[],
): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  for (const { cookie, release } of expected)
    while ((await releaseOf(siteUrl, cookie)) !== release) {
      if (readUsableRecord(siteFolder).record?.sequence !== record.sequence) return; // another flip came after this one
      if (Date.now() > deadline)
        throw new Refusal(
          `live.json is flipped, but ${siteUrl} does not serve release ${release}. Look at what the server prints; npm run release -- status shows what is live.`,
        );
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
}

/** @throws Refusal when a site runs on this machine and does not serve the record */
export async function verifyWhenRunning({ siteFolder }: ReleaseContext, record: LiveRecord): Promise<void> {
  const site = findRunningSite(siteFolder);
  if (site) await verifyLivePage(site.url, siteFolder, record);
}

/** Name of the release that a document of the site says it is made from. */
async function releaseOf(siteUrl: string, cookie: string): Promise<string | null> {
  try {
    const answer = await fetch(siteUrl, { headers: { cookie }, signal: AbortSignal.timeout(5000) });
    const block = /<script type="application\/json" id="site">(.*?)<\/script>/s.exec(await answer.text())?.[1];
    return (JSON.parse(block ?? 'null') as { release?: string } | null)?.release ?? null;
  } catch {
    return null;
  }
}
