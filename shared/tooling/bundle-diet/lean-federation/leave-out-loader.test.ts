import { runModule } from '../../run-module.ts';

test('the functions to empty exist in the installed federation runtime', () => {
  const saved = runModule(`
    import { readFileSync } from 'node:fs';
    import { join } from 'node:path';
    import { packageFolder } from './package-folder.mjs';
    import leaveOut from './bundle-diet/lean-federation/leave-out-loader.mjs';
    import { leftOut } from './bundle-diet/lean-federation/left-out.mjs';
    const saved = Object.keys(leftOut).map((name) => {
      const [library, ...path] = name.split('/');
      const resourcePath = join(packageFolder('@module-federation/' + library), ...path);
      const whole = readFileSync(resourcePath, 'utf8');
      return [name, whole.length - leaveOut.call({ resourcePath }, whole).length];
    });
    console.log(JSON.stringify(Object.fromEntries(saved)));
  `) as Record<string, number>;
  expect(Object.entries(saved).filter(([, bytes]) => bytes <= 0)).toEqual([]);
  expect(saved).toHaveProperty(['runtime-core/dist/remote/index.js']);
});
