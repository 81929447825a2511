import { composeLive, composePreview, endedPreview } from '../../site/record/live.ts';
import type { LiveRecord, Preview } from '../../site/record/live-record.ts';
import { Rejection } from '../rejection.ts';
import { readUsableRecord } from '../../site/record/recover-live-record.ts';
import type { ReleaseContext } from '../release-context.ts';
import { findRunningSite } from '../../site/record/running-site.ts';
import { verifyApp } from './verify-app.ts';

/** A server notices a flip within a second; this allows for a busy machine. */
const TIMEOUT_MS = 10_000;
/** A cache in front of a target may take a while to refresh. */
const PUBLIC_TIMEOUT_MS = 30_000;

/**
 * Waits until the running site serves the documents of a record, to most visitors and to the canary's share.
 * @returns false when another flip came after this one
 * @throws Rejection when the record is live, but the server does not serve it
 */
export async function verifyLivePage(
  siteUrl: string,
  siteFolder: string,
  record: LiveRecord,
  timeoutMs = TIMEOUT_MS,
): Promise<boolean> {
  const expected = [{ cookie: 'ts_bucket=99', release: composeLive(siteFolder, record).release }];
  if (record.canary) expected.push({ cookie: 'ts_bucket=0', release: composeLive(siteFolder, record, true).release });
  return waitFor(siteUrl, siteFolder, record, expected, timeoutMs);
}

/**
 * Waits until the running site serves testers a preview as the record says.
 * @throws Rejection when it does not
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
  timeoutMs = TIMEOUT_MS,
): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  for (const { cookie, release } of expected)
    while ((await releaseOf(siteUrl, cookie)) !== release) {
      if (readUsableRecord(siteFolder).record?.sequence !== record.sequence) return false;
      if (Date.now() > deadline)
        throw new Rejection(
          `live.json is flipped, but ${siteUrl} does not serve release ${release}. Read the server's log; npm run release -- status shows what is live.`,
        );
      await new Promise((resolve) => setTimeout(resolve, timeoutMs / 400));
    }
  return true;
}

/**
 * Requests the site as a visitor does: at the public address of a target, else at the site that runs on this machine.
 * Prints what was seen, or that nothing could be verified.
 * @throws Rejection when visitors do not get what the record says
 */
export async function verifyWhenRunning(context: ReleaseContext, app: string, record: LiveRecord): Promise<void> {
  const { siteFolder, publicOrigin, say } = context;
  if (publicOrigin === null) return say('Not verified: visitors get it after the folder is uploaded.');
  const siteUrl = publicOrigin ?? findRunningSite(siteFolder)?.url;
  if (!siteUrl) return say('Not verified: no site runs on this folder on this machine.');
  if (publicOrigin && !(await answers(publicOrigin))) return say(`Not verified: ${publicOrigin} does not answer.`);
  const timeout = publicOrigin ? PUBLIC_TIMEOUT_MS : TIMEOUT_MS;
  if (!(await verifyLivePage(siteUrl, siteFolder, record, timeout)))
    return say('Not verified: another flip has happened since.');
  const isCanary = record.canary?.app === app;
  const live = composeLive(siteFolder, record, isCanary);
  const seen = await verifyApp(siteUrl, live, app, isCanary ? 'ts_bucket=0' : 'ts_bucket=99');
  say(`Verified at ${siteUrl}: release ${live.release} is served; ${seen}.`);
}

async function answers(origin: string): Promise<boolean> {
  return fetch(origin, { signal: AbortSignal.timeout(10_000) }).then(
    () => true,
    () => false,
  );
}

/** The release that a document of the site names. */
async function releaseOf(siteUrl: string, cookie: string): Promise<string | null> {
  try {
    const answer = await fetch(siteUrl, { headers: { cookie }, signal: AbortSignal.timeout(5000) });
    const block = /<script type="application\/json" id="site">(.*?)<\/script>/s.exec(await answer.text())?.[1];
    return (JSON.parse(block ?? 'null') as { release?: string } | null)?.release ?? null;
  } catch {
    return null;
  }
}
