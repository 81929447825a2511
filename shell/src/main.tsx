import '@twostroke/shared/ui/ground.css';
import '@twostroke/shared/ui/art/mark.svg'; // emitted for documents and the home screen
import { nextTask } from './app/next-task.ts';

/**
 * One file, run in steps with one task each: in one task React, the router and the federation runtime would block a
 * phone for a tenth of a second, in which it neither paints nor responds.
 */
async function start(): Promise<void> {
  const steps = [
    () => import(/* webpackMode: "eager" */ 'react-dom'),
    () => import(/* webpackMode: "eager" */ 'react-dom/client'),
    () => import(/* webpackMode: "eager" */ '@twostroke/shared/router'),
    () => import(/* webpackMode: "eager" */ '@twostroke/shared/client'),
    () => import(/* webpackMode: "eager" */ '@twostroke/shared/state'),
    // First: remotes need the federation provider.
    () => import(/* webpackMode: "eager" */ './remotes/federation.ts'),
  ];
  for (const step of steps) {
    await nextTask();
    await step();
  }
  await nextTask();
  const { boot } = await import(/* webpackMode: "eager" */ './app/boot.tsx');
  await boot();
}

void start();
