import { ensureInstalled } from './ensure-installed.mjs';

ensureInstalled();
await import('../release/twostroke-release.mjs');
