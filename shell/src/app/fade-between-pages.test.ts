/** @jest-environment jsdom */
import { createBrowserRouter } from '@twostroke/shared/router';
import { fadeBetweenPages } from './fade-between-pages.ts';

/** What one view transition was asked for. */
interface Started {
  change: () => Promise<void>;
  skipTransition: jest.Mock;
}

const started: Started[] = [];
let calm = false;
/** The next page's data arrives. */
let arrive: (data: string) => void = () => undefined;

function openSite() {
  document.body.innerHTML = '<main id="main"><div data-page="from">here</div></main>';
  window.history.replaceState(null, '', '/from');
  const loader = () => new Promise<string>((resolve) => (arrive = resolve));
  const route = (path: string, handle: object = {}) => ({ path, handle, loader, element: null });
  const router = createBrowserRouter([
    { children: [route('/from'), route('/to'), route('/tool', { frame: 'tool' }), route('/other')] },
  ]);
  fadeBetweenPages(router);
  return router;
}

/** The frame after the press, in which the next page is not there yet. */
const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

beforeEach(() => {
  started.length = 0;
  calm = false;
  window.matchMedia = ((query: string) => ({ matches: calm && query.includes('reduce') })) as typeof matchMedia;
  document.startViewTransition = (change) => {
    const transition = { change: change as Started['change'], skipTransition: jest.fn() };
    started.push(transition);
    const [ready, finished, updateCallbackDone] = Array<Promise<undefined>>(3).fill(Promise.resolve(undefined));
    return {
      ...transition,
      ready: ready!,
      finished: finished!,
      updateCallbackDone: updateCallbackDone!,
      types: new Set(),
    };
  };
});

test('takes a picture of the former page, then shows the next page live, and ends with its rendering', async () => {
  const router = openSite();
  const moved = router.navigate('/to');
  await nextFrame();
  arrive('there');
  await moved;
  expect(router.state.location.pathname).toBe('/to'); // it has not waited for the picture
  const changed = jest.fn();
  void started[0]!.change().then(changed);
  expect(document.documentElement.style.viewTransitionName).toBe('none');
  await new Promise((resolve) => setTimeout(resolve));
  expect(changed).not.toHaveBeenCalled();
  document.getElementById('main')!.innerHTML = '<div data-page="to">there</div>';
  await new Promise((resolve) => setTimeout(resolve));
  expect(changed).toHaveBeenCalled();
  expect(started[0]!.skipTransition).not.toHaveBeenCalled();
});

test('is skipped when the next page is there before the picture is taken', async () => {
  const router = openSite();
  void router.navigate('/to');
  await nextFrame();
  expect(started[0]!.skipTransition).not.toHaveBeenCalled();
  document.getElementById('main')!.innerHTML = '<div data-page="to">there</div>';
  await new Promise((resolve) => setTimeout(resolve));
  expect(started[0]!.skipTransition).toHaveBeenCalledTimes(1);
  await started[0]!.change(); // is called all the same
});

test('is skipped by a press, and by a page that takes long to render', async () => {
  jest.useFakeTimers();
  try {
    const router = openSite();
    void router.navigate('/to');
    await jest.advanceTimersByTimeAsync(16);
    window.dispatchEvent(new Event('pointerdown'));
    expect(started[0]!.skipTransition).toHaveBeenCalledTimes(1);
    window.dispatchEvent(new Event('keydown'));
    expect(started[0]!.skipTransition).toHaveBeenCalledTimes(2);
    const changed = jest.fn();
    void started[0]!.change().then(changed);
    await jest.advanceTimersByTimeAsync(99);
    expect(changed).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    expect(started[0]!.skipTransition).toHaveBeenCalledTimes(3);
    expect(changed).toHaveBeenCalled();
  } finally {
    jest.useRealTimers();
  }
});

test('ends at once when the former page is gone with its frame, and the move goes on', async () => {
  const router = openSite();
  const moved = router.navigate('/to');
  await nextFrame();
  document.body.replaceChildren();
  await started[0]!.change();
  arrive('there');
  await moved;
  expect(router.state.location.pathname).toBe('/to');
});

test('is none for a page that is there before the next frame', async () => {
  const router = openSite();
  const moved = router.navigate('/to');
  arrive('there');
  await moved;
  await nextFrame();
  expect(started).toEqual([]);
});

describe('is none', () => {
  test.each<[string, string, () => void]>([
    ['with reduced motion', '/to', () => (calm = true)],
    ['to a tool of the workshop', '/tool', () => undefined],
    ['to another state of the same page', '/from?chosen=1', () => undefined],
    [
      'where Safari has shown the former page',
      '/to',
      () => dispatchEvent(Object.assign(new PopStateEvent('popstate'), { hasUAVisualTransition: true })),
    ],
    ['before anything is rendered', '/to', () => document.body.replaceChildren()],
    ['in a hidden tab', '/to', () => jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')],
    ['behind an open dialog', '/to', () => jest.spyOn(document, 'querySelector').mockReturnValue(document.body)],
  ])('%s', async (_, to, prepare) => {
    const router = openSite();
    prepare();
    const moved = router.navigate(to);
    await nextFrame();
    arrive('there');
    await moved;
    expect(router.state.location.pathname + router.state.location.search).toBe(to);
    expect(started).toEqual([]);
    jest.restoreAllMocks();
  });
});

test('browsers without view transitions move as before', async () => {
  delete (document as Partial<Document>).startViewTransition;
  const router = openSite();
  const moved = router.navigate('/to');
  arrive('there');
  await moved;
  expect(router.state.location.pathname).toBe('/to');
});
