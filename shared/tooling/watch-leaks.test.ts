/** @jest-environment jsdom */
import { sentenceOfLeak, watchLeaks, type LeakWatch } from './watch-leaks.js';

let visit: number;
let owner: string | null;
let watch: LeakWatch;
const found = (graceMs?: number) => watch.leaks(graceMs).map(({ what, times }) => `${what} ${times}`);

/** Does the same on several visits, and ends the last one. */
function onVisits(times: number, work: () => void): void {
  for (let at = 0; at < times; at += 1) {
    work();
    visit += 1;
  }
}

beforeEach(() => {
  visit = 0;
  owner = 'garage@1.0.0';
  watch = watchLeaks({ ownerOf: () => (owner ? { owner, at: 'start.tsx:7' } : null), visit: () => visit });
});
afterEach(() => {
  watch.stop();
  document.body.replaceChildren();
});

test.each<[string, () => void]>([
  ['listener for resize on window', () => window.addEventListener('resize', () => undefined)],
  ['listener for click on document', () => document.addEventListener('click', () => undefined, { capture: true })],
  ['listener for focus on <body>', () => document.body.addEventListener('focus', () => undefined)],
  ['interval of 90000 ms', () => setInterval(() => undefined, 90_000)],
  ['MutationObserver', () => new MutationObserver(() => undefined).observe(document.body, { childList: true })],
  ['<aside> in <body>', () => document.body.append(document.createElement('aside'))],
  ['<style> in <head>', () => document.head.appendChild(document.createElement('style'))],
])('%s: reported when left behind by two visits', (what, work) => {
  onVisits(1, work);
  expect(found()).toEqual([]); // something set up once may stay
  onVisits(1, work);
  expect(found()).toEqual([`${what} 2`]);
});

test.each<[string, () => void]>([
  [
    'a listener that is removed',
    () => {
      const listener = (): void => undefined;
      window.addEventListener('resize', listener, true);
      window.addEventListener('resize', listener, true);
      window.removeEventListener('resize', listener, { capture: true });
    },
  ],
  [
    'a listener whose signal is aborted',
    () => {
      const controller = new AbortController();
      window.addEventListener('resize', () => undefined, { signal: controller.signal });
      controller.abort();
    },
  ],
  [
    'a listener for once that was called',
    () => {
      window.addEventListener('resize', () => undefined, { once: true });
      window.dispatchEvent(new Event('resize'));
    },
  ],
  ['an interval that is cleared', () => clearInterval(setInterval(() => undefined, 5))],
  ['an interval cleared with clearTimeout', () => clearTimeout(setInterval(() => undefined, 5))],
  ['a listener of an own element', () => document.createElement('a').addEventListener('click', () => undefined)],
  [
    'an observer of a removed element',
    () => {
      const element = document.createElement('p');
      document.body.append(element);
      new MutationObserver(() => undefined).observe(element, { attributes: true });
      element.remove();
    },
  ],
  [
    'an observer that is disconnected',
    () => {
      const observer = new MutationObserver(() => undefined);
      observer.observe(document.body, { childList: true });
      observer.disconnect();
    },
  ],
])('%s is not a leak', (_, work) => {
  onVisits(3, work);
  expect(found()).toEqual([]);
});

test('ignores what the open page holds and what a visit left behind a moment ago', () => {
  const work = (): void => void setInterval(() => undefined, 90_000);
  work();
  visit += 1;
  work();
  expect(found()).toEqual([]);
  visit += 1;
  expect(found(60_000)).toEqual([]);
  expect(found()).toEqual(['interval of 90000 ms 2']);
});

test('leaving and coming back counts as two visits, even when nothing was recorded meanwhile', () => {
  watch.stop();
  watch = watchLeaks({ ownerOf: () => ({ owner: 'garage@1.0.0', at: 'start.tsx:7' }) });
  for (const path of ['/garage', '/', '/garage', '/']) {
    history.pushState({}, '', path);
    if (path === '/garage') window.addEventListener('resize', () => undefined);
  }
  expect(found()).toEqual(['listener for resize on window 2']);
});

test('ignores what has no owner', () => {
  owner = null;
  onVisits(2, () => window.addEventListener('resize', () => undefined));
  expect(found()).toEqual([]);
});

test('by default the owner is the innermost release folder that is not the shell’s', () => {
  watch.stop();
  watch = watchLeaks({ visit: () => visit });
  jest.spyOn(globalThis, 'Error').mockImplementation(
    () =>
      ({
        stack: [
          'Error',
          'at n (https://site.test/r/shell/1.0.0-aa/main.js:1:5)',
          'at t (https://site.test/r/cart/2.0.0-bb/12.js:1:80)',
          'at https://site.test/r/catalog/3.0.0-cc/3.js:1:9',
        ].join('\n'),
      }) as Error,
  );
  onVisits(2, () => window.addEventListener('resize', () => undefined));
  const [leak] = watch.leaks();
  expect(sentenceOfLeak(leak!)).toBe(
    'cart@2.0.0-bb leaks: listener for resize on window, left behind by 2 visits. Release it when the page goes: https://site.test/r/cart/2.0.0-bb/12.js:1:80',
  );
});
