import { canInstallPackages, installPackages } from './debian-packages.mjs';
import { findChromium, packagesOfChromium } from './find-chromium.mjs';
import { findNginx, findPlpgsqlCheck, findRsync, packagesOfServers } from './find-servers.mjs';

/* Run as a process: installs all programs that tests need together and sends the result to its parent. Each finder
   then retries what is still missing, so that one unknown package does not block the others. */
const missing = [...packagesOfChromium(), ...packagesOfServers()];
if (missing.length > 0 && canInstallPackages()) installPackages(missing);
process.send?.({
  chromium: await findChromium(),
  nginx: findNginx(),
  plpgsqlCheck: findPlpgsqlCheck(),
  rsync: findRsync(),
});
