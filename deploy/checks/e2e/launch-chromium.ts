import { chromium, type Browser, type LaunchOptions } from 'playwright-core';

/**
 * The features that Playwright disables. A browser obeys only the last list of its command line, so ours repeats
 * Playwright's: `disabledFeatures` in node_modules/playwright-core/lib/server/electron/loader.js.
 */
const offByPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];

/** Two pages that every new window loads for its address bar; they take longer than a page of the site. */
const pagesOfAddressBar = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** The Chromium of this machine, with a fresh profile and no traffic of its own. */
export function chromiumOptions(): LaunchOptions {
  return {
    executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
    headless: true,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${[...offByPlaywright, ...pagesOfAddressBar].join(',')}`,
    ],
  };
}

/** Starts a Chromium for measurements and the drill. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch(chromiumOptions());
}
