import type { Browser, LaunchOptions } from 'playwright-core';
import { presentChromium } from '../programs/find-chromium.mjs';

/** The Chromium of this machine, with a fresh profile and no traffic of its own. */
export function chromiumOptions(): LaunchOptions {
  return {
    executablePath: presentChromium() ?? '/usr/bin/chromium', // Playwright says that it is missing
    headless: true,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  };
}

/** Starts a Chromium for measurements and the drill. @param more further arguments */
export async function launchChromium(...more: string[]): Promise<Browser> {
  // Loading it takes most of a second, also of those who only might need a browser.
  const { chromium } = await import('playwright-core');
  const { args = [], ...options } = chromiumOptions();
  return chromium.launch({ ...options, args: [...args, ...more] });
}
