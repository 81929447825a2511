import { enableTypeScript, ensureInstalled } from '../release/build/ensure-installed.mjs';

ensureInstalled();
await enableTypeScript();
const { readOwnCommandLine } = await import('@twostroke/shared/tooling/read-command-line.mjs');
const benches = {
  site: () => import('../checks/bench/measure-site.ts'),
  server: () => import('../checks/bench/measure-server.ts'),
  release: () => import('../checks/bench/measure-release.ts'),
  commands: () => import('../checks/bench/measure-commands.ts'),
  speed: () => import('../checks/bench/measure-page-speed.ts'),
  journey: () => import('../checks/bench/measure-journey.ts'),
  beside: () => import('../checks/bench/measure-beside.ts'),
  static: () => import('../checks/bench/measure-static-export.ts'),
  database: () => import('../checks/bench/measure-database.ts'),
  board: () => import('../checks/bench/measure-board.ts'),
  restart: () => import('../checks/bench/measure-restart.ts'),
  diet: () => import('../checks/bench/measure-bundle-diet.ts'),
  times: () => import('../checks/bench/measure-answer-times.ts'),
  remotes: () => import('../checks/bench/measure-many-remotes.ts'),
};
const options = {
  runs: { type: 'string', default: '3' },
  page: { type: 'string' },
  judge: { type: 'boolean', default: false },
};
const optionsOf = {
  speed: ['runs', 'page'],
  board: ['runs', 'judge'],
  restart: ['runs'],
  server: ['runs'],
  beside: ['runs'],
  journey: ['runs', 'judge'],
};
const operandOf = { database: '<bookings>', beside: '<address>' };
const { values, positionals } = readOwnCommandLine({
  command: 'npm run bench',
  options,
  variants([name = 'site']) {
    if (!(name in benches))
      throw new Error(`There is no bench ${name}. Choose one of: ${Object.keys(benches).join(', ')}.`);
    const words = operandOf[name] ? [name, operandOf[name]] : [name];
    return { name, options: optionsOf[name] ?? [], words };
  },
});
const [name = 'site', operand] = positionals;
const { measure } = await benches[name]();
await measure({ ...values, operand });
