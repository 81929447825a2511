import { buildApps } from './build-apps.mjs';
import { ensureInstalled } from './ensure-installed.mjs';

ensureInstalled();
await buildApps();
