/** @jest-environment jsdom */
import { AppError, codeOfStatus, toAppError, type AppErrorCode } from './app-error.ts';

test.each<[number, AppErrorCode]>([
  [0, 'unavailable'],
  [400, 'invalid'],
  [401, 'signed_out'],
  [403, 'not_allowed'],
  [404, 'not_found'],
  [406, 'not_found'],
  [408, 'timeout'],
  [409, 'conflict'],
  [416, 'not_found'],
  [422, 'invalid'],
  [429, 'rate_limited'],
  [500, 'unavailable'],
  [502, 'unavailable'],
  [503, 'unavailable'],
  [504, 'timeout'],
  [302, 'unexpected'],
])('status %d is %s', (status, code) => {
  expect(codeOfStatus(status)).toBe(code);
});

describe('any thrown value becomes an AppError', () => {
  afterEach(() => jest.restoreAllMocks());

  test('an AppError stays itself', () => {
    const error = new AppError('conflict', 'Taken', { hint: 'slot_taken', details: '{}', retryAfterSeconds: 3 });
    expect(toAppError(error)).toBe(error);
    expect(error).toMatchObject({ name: 'AppError', hint: 'slot_taken', details: '{}', retryAfterSeconds: 3 });
  });

  test.each(['TimeoutError', 'AbortError'])('%s is a timeout, with its cause', (name) => {
    const thrown = new DOMException('aborted', name);
    expect(toAppError(thrown)).toMatchObject({ code: 'timeout', cause: thrown });
  });

  test('a failed fetch is `offline` without a network, otherwise `unavailable`', () => {
    const thrown = new TypeError('Failed to fetch');
    expect(toAppError(thrown).code).toBe('unavailable');
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    expect(toAppError(thrown)).toMatchObject({ code: 'offline', message: 'There is no internet connection.' });
  });

  test.each([null, undefined, 'text', 7, {}, { message: 5 }])('%p is unexpected and has a sentence', (thrown) => {
    expect(toAppError(thrown)).toMatchObject({ code: 'unexpected', message: 'Something unexpected happened.' });
  });

  test('an unknown error keeps its message', () => {
    expect(toAppError(new Error('boom'))).toMatchObject({ code: 'unexpected', message: 'boom' });
  });
});
