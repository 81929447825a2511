import { act } from '@testing-library/react';

/** The page may be closing: what waits for its Undo is sent. */
export function hidePage(): void {
  const visibility = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  visibility.mockRestore();
}
