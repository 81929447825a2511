/** @jest-environment jsdom */
import { restoreScroll } from './restore-scroll.ts';

const container = document.body;
let grow: () => void;
let tallest: number;
const disconnect = jest.fn();

/** Scrolls like a browser: no further than the page is tall. */
function scrollTo({ top }: { top: number }): void {
  window.scrollY = Math.min(top, tallest);
}

beforeEach(() => {
  const scrollHeight = () => tallest + window.innerHeight;
  jest.spyOn(document.documentElement, 'scrollHeight', 'get').mockImplementation(scrollHeight);
  tallest = 0;
  window.scrollY = 0;
  disconnect.mockReset();
  jest.spyOn(window, 'scrollTo').mockImplementation(scrollTo as typeof window.scrollTo);
  globalThis.ResizeObserver = class {
    constructor(notify: ResizeObserverCallback) {
      grow = () => notify([], this);
    }
    observe = (): void => grow();
    unobserve = (): void => undefined;
    disconnect = disconnect;
  };
  history.replaceState(null, '', '/faq');
  arriveBy('reload');
  remember({ 'default /faq': 500 });
});

function arriveBy(type: string): void {
  const entry = { type, name: '', entryType: 'navigation', startTime: 0, duration: 0, toJSON: () => null };
  performance.getEntriesByType = () => [entry];
}

function remember(places: unknown): void {
  sessionStorage.setItem('react-router-scroll-positions', JSON.stringify(places));
}

function growTo(height: number): number {
  tallest = height;
  window.scrollY = Math.min(window.scrollY, height);
  grow();
  return window.scrollY;
}

test('a growing page is scrolled once to where the visitor was', () => {
  restoreScroll(container);
  expect(growTo(58)).toBe(58);
  expect(growTo(2000)).toBe(500);
  window.scrollY = 0;
  expect(growTo(2100)).toBe(0);
});

test('a page that becomes too short while it waits for its data is scrolled again', () => {
  tallest = 2000;
  window.scrollY = 500;
  restoreScroll(container);
  expect(growTo(240)).toBe(240);
  expect(growTo(2000)).toBe(500);
});

test.each(['wheel', 'touchstart', 'pointerdown', 'keydown'])('does nothing once the visitor scrolls (%s)', (move) => {
  restoreScroll(container);
  window.dispatchEvent(new Event(move));
  expect(disconnect).toHaveBeenCalled();
});

test('does nothing where the browser has restored the position', () => {
  window.scrollY = 500;
  tallest = 2000;
  restoreScroll(container);
  expect(window.scrollTo).not.toHaveBeenCalled();
});

test('a newly opened page starts at its top, one that the visitor returns to does not', () => {
  tallest = 2000;
  arriveBy('navigate');
  restoreScroll(container);
  expect(window.scrollY).toBe(0);
  arriveBy('back_forward');
  restoreScroll(container);
  expect(window.scrollY).toBe(500);
});

test('another page, or another history entry, has its own position', () => {
  tallest = 2000;
  history.replaceState({ key: 'k1' }, '', '/faq');
  remember({ 'default /faq': 500, k1: 300 });
  restoreScroll(container);
  expect(window.scrollY).toBe(300);
  window.scrollY = 0;
  tallest = 0;
  restoreScroll(container);
  history.replaceState({ key: 'k2' }, '', '/blog');
  expect(growTo(2000)).toBe(0);
  expect(disconnect).toHaveBeenCalled();
});

test.each(['null', '[]', '{"default /faq":"x"}', '{', ''])('invalid stored positions (%s) are ignored', (text) => {
  tallest = 2000;
  sessionStorage.setItem('react-router-scroll-positions', text);
  restoreScroll(container);
  expect(window.scrollY).toBe(0);
});

test('gives up after some seconds', () => {
  jest.useFakeTimers({ doNotFake: ['performance'] });
  restoreScroll(container);
  growTo(58);
  jest.advanceTimersByTime(10_000);
  expect(disconnect).toHaveBeenCalled();
  jest.useRealTimers();
});
