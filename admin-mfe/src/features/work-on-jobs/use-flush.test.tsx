import { renderHook } from '@testing-library/react';
import { useFlush } from './use-flush.ts';

test('a queue is sent at once, when the network is back, and every 15 seconds, until the page is left', () => {
  jest.useFakeTimers();
  const queue = { flush: jest.fn(async () => undefined) };
  const { unmount } = renderHook(() => useFlush(queue));
  expect(queue.flush).toHaveBeenCalledTimes(1);
  window.dispatchEvent(new Event('online'));
  expect(queue.flush).toHaveBeenCalledTimes(2);
  jest.advanceTimersByTime(30_000);
  expect(queue.flush).toHaveBeenCalledTimes(4);
  unmount();
  window.dispatchEvent(new Event('online'));
  jest.advanceTimersByTime(30_000);
  expect(queue.flush).toHaveBeenCalledTimes(4);
  jest.useRealTimers();
});
