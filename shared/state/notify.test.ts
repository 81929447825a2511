import { toast } from 'sonner';
import { notify, toasterMounted, toasterWantedAtom } from './notify.ts';
import { store } from './store.ts';

test('a toast requests the toaster and waits until it listens: no toast is dropped', async () => {
  expect(store.get(toasterWantedAtom)).toBe(false);
  const shown = notify('Removed from cart', { description: 'Warranty' });
  expect(store.get(toasterWantedAtom)).toBe(true);
  // Once sonner is there, and what waits only for it has run.
  await import('sonner');
  await new Promise((resolve) => setTimeout(resolve));
  expect(toast.getHistory()).toEqual([]);
  toasterMounted();
  await shown;
  expect(toast.getHistory()).toEqual([
    expect.objectContaining({ title: 'Removed from cart', description: 'Warranty', duration: 5000 }),
  ]);
});
