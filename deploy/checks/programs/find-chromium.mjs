import { existsSync } from 'node:fs';
import { canInstallPackages, installPackages } from './debian-packages.mjs';

/** Chromium without windows: the same pages for two thirds of the processor time, but no back/forward cache. */
const shell = '/usr/bin/chromium-headless-shell';
const whole = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const packages = ['chromium-headless-shell', 'fonts-noto-core'];
const firstOf = (places) => places.find((place) => place && existsSync(place));

/** @returns {string | undefined} the path of this machine's Chromium */
export const presentChromium = () => firstOf([process.env.CHROME_PATH, shell, ...whole]);

/** @returns {string | undefined} the path of a Chromium that is not only the headless shell */
export const presentWholeChromium = () => firstOf(whole);

/** The Debian packages that a machine without a Chromium lacks. */
export function packagesOfChromium() {
  return presentChromium() ? [] : packages;
}

/**
 * Finds a Chromium for the journeys, or installs Debian's where that is possible.
 * @returns `{ path }`, or `{ sentence }` saying what is missing
 */
export async function findChromium() {
  const found = presentChromium();
  if (found) return { path: found };
  if (canInstallPackages()) {
    installPackages(packages);
    const installed = presentChromium();
    if (installed) return { path: installed };
  }
  return {
    sentence:
      'The journeys need a Chromium and none was found. Install one (Debian: apt-get install chromium-headless-shell) or set CHROME_PATH to it.',
  };
}

/**
 * Finds a Chromium with a back/forward cache, or installs Debian's where that is possible.
 * @returns `{ path }`, or `{ sentence }` saying what is missing
 */
export async function findWholeChromium() {
  if (!presentWholeChromium() && canInstallPackages()) installPackages(['chromium']);
  const path = presentWholeChromium();
  return path
    ? { path }
    : {
        sentence: 'machine has no whole Chromium (Debian: apt-get install chromium); the headless shell keeps no pages',
      };
}
