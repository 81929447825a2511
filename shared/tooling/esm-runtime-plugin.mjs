import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from './package-folder.mjs';

/**
 * Makes the bundler use the ES module files of the federation runtime and of React Router's production build. Their
 * package entries select CommonJS and development files, which can't be tree-shaken: 12 kB (brotli) more in every app.
 */
export class EsmRuntimePlugin {
  apply(compiler) {
    compiler.hooks.afterPlugins.tap({ name: 'EsmRuntimePlugin', stage: 1000 }, () => {
      compiler.options.resolve.alias = { ...compiler.options.resolve.alias, ...esmAliases() };
    });
  }
}

/** Absolute CommonJS or development file -> the ES module or production file beside it. */
export function esmAliases() {
  const aliases = {};
  for (const name of ['webpack-bundler-runtime', 'runtime', 'runtime-tools', 'runtime-core', 'sdk', 'error-codes']) {
    const dist = join(packageFolder(`@module-federation/${name}`), 'dist');
    const [from, to] = [join(dist, 'index.cjs'), join(dist, 'index.js')];
    if (existsSync(from) && existsSync(to)) aliases[from] = to;
  }
  const router = packageFolder('react-router');
  for (const file of ['index.mjs', 'dom-export.mjs']) {
    const [from, to] = [join(router, 'dist/development', file), join(router, 'dist/production', file)];
    if (existsSync(from) && existsSync(to)) aliases[from] = to;
  }
  return aliases;
}
