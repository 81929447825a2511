import { act, render, screen } from '@testing-library/react';
import { ConnectionBanner } from './connection-banner.tsx';

const say = (type: 'online' | 'offline') => act(() => void window.dispatchEvent(new Event(type)));
const pass = (milliseconds: number) => act(() => void jest.advanceTimersByTime(milliseconds));
const shown = () => screen.getByRole('status').textContent;

describe('the connection banner', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  test('shows nothing while the device is online, not even on an online event', () => {
    render(<ConnectionBanner />);
    expect(shown()).toBe('');
    say('online');
    expect(shown()).toBe('');
  });

  test('stays while the device is offline', () => {
    render(<ConnectionBanner />);
    say('offline');
    pass(3_600_000);
    expect(shown()).toBe('No internet connection. Some features may be limited.');
  });

  test('says for 3 seconds that the device is online again', () => {
    render(<ConnectionBanner />);
    say('offline');
    say('online');
    expect(shown()).toBe("You're back online!");
    pass(2999);
    expect(shown()).toBe("You're back online!");
    pass(1);
    expect(shown()).toBe('');
  });

  test('shows offline again when the connection breaks within the 3 seconds', () => {
    render(<ConnectionBanner />);
    say('offline');
    say('online');
    pass(2000);
    say('offline');
    pass(5000);
    expect(shown()).toBe('No internet connection. Some features may be limited.');
  });

  test('is shown at once on a page that was opened offline', () => {
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    render(<ConnectionBanner />);
    expect(shown()).toBe('No internet connection. Some features may be limited.');
  });

  test('removes its timer and listener', () => {
    const { unmount } = render(<ConnectionBanner />);
    say('offline');
    say('online');
    unmount();
    expect(jest.getTimerCount()).toBe(0);
    say('offline');
  });
});
