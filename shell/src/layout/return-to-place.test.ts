import { returnToPlace } from './return-to-place.ts';

const container = document.body;
let grow: () => void;
let tallest: number;
const disconnect = jest.fn();

/** As a browser does: no further than the page is tall. */
function scrollTo({ top }: { top: number }): void {
  window.scrollY = Math.min(top, tallest);
}

beforeEach(() => {
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
  performance.getEntriesByType = () => [{ type }] as unknown as PerformanceEntryList;
}

function remember(places: unknown): void {
  sessionStorage.setItem('react-router-scroll-positions', JSON.stringify(places));
}

function growTo(height: number): number {
  tallest = height;
  grow();
  return window.scrollY;
}

test('a page that grows is brought to where the visitor was, once', () => {
  returnToPlace(container);
  expect(growTo(58)).toBe(58);
  expect(disconnect).not.toHaveBeenCalled();
  expect(growTo(2000)).toBe(500);
  expect(disconnect).toHaveBeenCalled();
});

test.each(['wheel', 'touchstart', 'pointerdown', 'keydown'])('a visitor who moves (%s) is left alone', (move) => {
  returnToPlace(container);
  window.dispatchEvent(new Event(move));
  expect(disconnect).toHaveBeenCalled();
});

test('what the browser has done is left as it is', () => {
  window.scrollY = 500;
  returnToPlace(container);
  expect(window.scrollTo).not.toHaveBeenCalled();
  expect(disconnect).toHaveBeenCalled();
});

test('a page that is opened anew starts at its top, one that one comes back to does not', () => {
  tallest = 2000;
  arriveBy('navigate');
  returnToPlace(container);
  expect(window.scrollY).toBe(0);
  arriveBy('back_forward');
  returnToPlace(container);
  expect(window.scrollY).toBe(500);
});

test('another page, or another entry of the history, has a place of its own', () => {
  tallest = 2000;
  history.replaceState({ key: 'k1' }, '', '/faq');
  remember({ 'default /faq': 500, k1: 300 });
  returnToPlace(container);
  expect(window.scrollY).toBe(300);
  window.scrollY = 0;
  tallest = 0;
  returnToPlace(container);
  history.replaceState({ key: 'k2' }, '', '/blog');
  expect(growTo(2000)).toBe(0);
  expect(disconnect).toHaveBeenCalled();
});

test.each(['null', '[]', '{"default /faq":"x"}', '{', ''])('stored places that are none (%s) are no place', (text) => {
  tallest = 2000;
  sessionStorage.setItem('react-router-scroll-positions', text);
  returnToPlace(container);
  expect(window.scrollY).toBe(0);
});

test('a page that does not grow tall enough is given up', () => {
  jest.useFakeTimers({ doNotFake: ['performance'] });
  returnToPlace(container);
  growTo(58);
  jest.advanceTimersByTime(10_000);
  expect(disconnect).toHaveBeenCalled();
  jest.useRealTimers();
});
