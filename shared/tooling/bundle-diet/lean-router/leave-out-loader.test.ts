import { runModule } from '../../run-module.ts';

test('the functions to empty exist in the installed React Router, and the rest is unchanged', () => {
  const { whole, lean, missing } = runModule(`
    import { readdirSync, readFileSync } from 'node:fs';
    import { dirname, join } from 'node:path';
    import { packageFolder } from './package-folder.mjs';
    import leaveOut from './bundle-diet/lean-router/leave-out-loader.mjs';
    const folder = join(packageFolder('react-router'), 'dist/production');
    const sources = readdirSync(folder).filter((file) => /^chunk-.*mjs$/.test(file)).map((file) => readFileSync(join(folder, file), 'utf8'));
    const whole = sources.find((source) => source.includes('function createRouter('));
    let missing = '';
    try { leaveOut(whole.replace('function checkFogOfWar(', 'function seekRoutes(')); } catch (thrown) { missing = thrown.message; }
    const lean = leaveOut(whole);
    const exportsOf = (source) => source.slice(source.lastIndexOf('export {'));
    console.log(JSON.stringify({
      whole: { length: whole.length, exports: exportsOf(whole), navigates: whole.includes('async function startNavigation(') },
      lean: { length: lean.length, exports: exportsOf(lean), navigates: lean.includes('async function startNavigation('), forms: /normalizeNavigateOptions\\(isFetcher, path, opts\\) \\{ return \\{ path \\}; \\}/.test(lean) },
      missing,
    }));
  `) as Record<'whole' | 'lean', { length: number; exports: string; navigates: boolean; forms?: boolean }> & {
    missing: string;
  };
  expect(lean.exports).toBe(whole.exports);
  expect([whole.navigates, lean.navigates, lean.forms]).toEqual([true, true, true]);
  expect(whole.length - lean.length).toBeGreaterThan(20_000);
  expect(missing).toBe('React Router has no checkFogOfWar any more: see left-out.mjs');
});

test('other files of React Router stay unchanged', () => {
  const same = runModule(`
    import leaveOut from './bundle-diet/lean-router/leave-out-loader.mjs';
    console.log(JSON.stringify(leaveOut('export const version = "7";')));
  `);
  expect(same).toBe('export const version = "7";');
});
