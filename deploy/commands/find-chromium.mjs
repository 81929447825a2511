import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * Finds a Chromium for the journeys, or installs Debian's where that is possible.
 * @returns `{ path }`, or `{ sentence }` saying plainly what is missing
 */
export async function findChromium() {
  const present = () => [process.env.CHROME_PATH, ...places].find((place) => place && existsSync(place));
  const found = present();
  if (found) return { path: found };
  const canInstall = process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (canInstall) {
    console.log('No Chromium found: installing the Debian package chromium …');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('apt-get', ['update', '-qq'], { env, stdio: 'ignore' });
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-noto-core'], {
      env,
      stdio: 'ignore',
    });
    const installed = present();
    if (installed) return { path: installed };
  }
  return {
    sentence:
      'The journeys need a Chromium and none was found. Install one (Debian: apt-get install chromium) or set CHROME_PATH to it.',
  };
}
