/** @jest-environment jsdom */
import { haptic, hapticsEnabled, hapticsStorageKey, setHapticsEnabled, type Haptic } from './haptics.ts';

const vibrate = jest.fn<boolean, [number[]]>();

beforeEach(() => {
  vibrate.mockReset();
  Object.assign(navigator, { vibrate });
});

describe('vibration', () => {
  afterEach(() => jest.restoreAllMocks());

  test.each<[Haptic, number[]]>([
    ['added', [12]],
    ['duplicate', [12, 40, 12]],
    ['removed', [24]],
    ['refused', [30, 60, 30]],
    ['booked', [15, 50, 15, 50, 60]],
  ])('%s has its own pattern', (kind, pattern) => {
    haptic(kind);
    expect(vibrate.mock.calls).toEqual([[pattern]]);
  });

  test('is on until it is switched off, and on again afterwards', () => {
    expect(hapticsEnabled()).toBe(true);
    setHapticsEnabled(false);
    haptic('added');
    expect(window.localStorage.getItem(hapticsStorageKey)).toBe('off');
    expect(vibrate).not.toHaveBeenCalled();
    setHapticsEnabled(true);
    haptic('added');
    expect(vibrate).toHaveBeenCalledTimes(1);
  });

  test('is silent where reduced motion is set', () => {
    jest.spyOn(window, 'matchMedia').mockImplementation((media) => ({ media, matches: true }) as MediaQueryList);
    haptic('removed');
    expect(vibrate).not.toHaveBeenCalled();
  });

  test('does nothing on a device that cannot vibrate', () => {
    Object.assign(navigator, { vibrate: undefined });
    expect(() => haptic('booked')).not.toThrow();
  });

  test('works where storage is blocked', () => {
    jest.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('forbidden', 'SecurityError');
    });
    setHapticsEnabled(false);
    haptic('added');
    expect(vibrate).toHaveBeenCalledTimes(1);
  });
});
