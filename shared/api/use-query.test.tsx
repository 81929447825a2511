import { act, renderHook, waitFor } from '@testing-library/react';
import { forgetQueries, useQuery } from './use-query.ts';

afterEach(forgetQueries);

/** A query whose loads are answered by the test, first asked first. */
function openQuery() {
  const loads: { resolve: (price: string) => void; reject: (error: Error) => void }[] = [];
  const { result } = renderHook(() =>
    useQuery('price', () => new Promise<string>((resolve, reject) => void loads.push({ resolve, reject }))),
  );
  return { result, loads };
}

test('an answer obtained elsewhere stays when a load that began before it ends', async () => {
  const { result, loads } = openQuery();
  await act(async () => loads[0]?.resolve('₹100'));
  act(() => void window.dispatchEvent(new Event('online')));
  expect(result.current).toMatchObject({ status: 'ready', data: '₹100', renewing: true });
  act(() => result.current.replace('₹200'));
  await act(async () => loads[1]?.resolve('₹100'));
  expect(result.current).toMatchObject({ status: 'ready', data: '₹200', renewing: false });
});

test('a load that began before an answer obtained elsewhere may fail unnoticed', async () => {
  const { result, loads } = openQuery();
  act(() => result.current.replace('₹200'));
  await act(async () => loads[0]?.reject(new TypeError('Failed to fetch')));
  expect(result.current).toMatchObject({ status: 'ready', data: '₹200', error: null });
});

test('a reload after an answer obtained elsewhere replaces it', async () => {
  const { result, loads } = openQuery();
  act(() => result.current.replace('₹200'));
  act(() => result.current.reload());
  await act(async () => loads[1]?.resolve('₹300'));
  await waitFor(() => expect(result.current).toMatchObject({ status: 'ready', data: '₹300', renewing: false }));
});
