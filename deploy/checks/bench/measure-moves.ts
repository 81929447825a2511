import type { Browser } from 'playwright-core';
import { median, type Figure } from './figures.ts';
import { slow4g, unthrottled } from './open-phone.ts';
import { recordMove, type Move } from './record-move.ts';

const moves: Move[] = [
  { name: 'home to a service', from: '/', press: 'main a[href="/services/general-service"]' },
  { name: 'home to all services', from: '/', press: 'main a[href="/services"]' },
  {
    name: 'a bike to a package',
    from: '/bikes/royal-enfield/classic-350',
    press: 'main a[href="/services/royal-enfield/classic-350/general-service"]',
  },
  {
    name: 'a package to the booking',
    from: '/services/royal-enfield/classic-350/general-service',
    press: 'main [data-buy-bar] button',
  },
];

/** How a visitor comes to press a link, and the goal. */
const presses = [
  { when: 'at once', pauseMs: 0, intentMs: 0, goal: '<= 90; <= 310 ms' },
  { when: 'after a second', pauseMs: 1000, intentMs: 0, goal: '<= 50; <= 120 ms' },
  { when: 'after a touch of 80 ms', pauseMs: 0, intentMs: 80, goal: '' },
];

/** Figures of moves by a link, however it is pressed. Medians of these runs. */
export async function measureMoves(browser: Browser, site: string, runs: number): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const move of moves)
    for (const { when, goal, ...how } of presses) {
      const [fast, slow] = [[], []] as [number[], number[]];
      let requests = 0;
      for (let run = 0; run < runs; run += 1) {
        ({ requests } = await keep(fast, recordMove(browser, site, move, { conditions: unthrottled, ...how })));
        await keep(slow, recordMove(browser, site, move, { conditions: slow4g, ...how }));
      }
      figures.push([
        `${move.name}, ${when}`,
        `${median(fast).toFixed(0)} ms; slow 4G, processor / 4: ${median(slow).toFixed(0)} ms; ${requests} requests`,
        goal,
      ]);
    }
  return figures;
}

async function keep<T extends { took: number }>(all: number[], recorded: Promise<T>): Promise<T> {
  const one = await recorded;
  all.push(one.took);
  return one;
}
