import { enableTypeScript, ensureInstalled } from './ensure-installed.mjs';

ensureInstalled();
await enableTypeScript();
const [what = 'site', ...args] = process.argv.slice(2);
const benches = {
  site: () => import('../bench/measure-site.ts'),
  release: () => import('../bench/measure-release.ts'),
  commands: () => import('../bench/measure-commands.ts'),
  speed: () => import('../bench/measure-page-speed.ts'),
  static: () => import('../bench/measure-static-export.ts'),
  database: () => import('../bench/measure-database.ts'),
  remotes: () => import('../bench/measure-many-remotes.ts'),
};
if (!(what in benches)) {
  console.error(`There is no measurement ${what}. Choose one of: ${Object.keys(benches).join(', ')}`);
  process.exit(1);
}
const { measure } = await benches[what]();
await measure(args);
