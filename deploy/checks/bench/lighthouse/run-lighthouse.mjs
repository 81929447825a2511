/**
 * node run-lighthouse.mjs ADDRESS: one run of Lighthouse's mobile preset (simulated slow 4G, a four times slower
 * processor) in a fresh Chromium. Prints one line of JSON: scores of 0 to 100, times in milliseconds.
 */
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { presentChromium } from '../../programs/find-chromium.mjs';

const chrome = await launch({
  chromePath: presentChromium(),
  logLevel: 'silent',
  chromeFlags: [
    '--headless=new',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--ignore-certificate-errors',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});
try {
  const result = await lighthouse(process.argv[2], { port: chrome.port, output: 'json', logLevel: 'silent' });
  const { categories, audits, environment, runtimeError } = result.lhr;
  if (runtimeError) throw new Error(runtimeError.message);
  const score = (category) => Math.round(categories[category].score * 100);
  const failed = ['accessibility', 'best-practices', 'seo'].flatMap((category) =>
    categories[category].auditRefs
      .filter(({ id, weight }) => weight > 0 && audits[id].score !== null && audits[id].score < 1)
      .map(({ id }) => id),
  );
  console.log(
    JSON.stringify({
      performance: score('performance'),
      accessibility: score('accessibility'),
      bestPractices: score('best-practices'),
      seo: score('seo'),
      fcp: audits['first-contentful-paint'].numericValue,
      lcp: audits['largest-contentful-paint'].numericValue,
      tbt: audits['total-blocking-time'].numericValue,
      cls: audits['cumulative-layout-shift'].numericValue,
      failed,
      benchmarkIndex: environment.benchmarkIndex,
    }),
  );
} finally {
  chrome.kill();
}
