import { ensureInstalled } from '../release/build/ensure-installed.mjs';

ensureInstalled();
await import('../release/twostroke-release.mjs');
