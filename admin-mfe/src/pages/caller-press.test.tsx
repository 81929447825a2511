import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { open, shop } from '../testing/open-admin.tsx';
import { answerCalls } from '../testing/open-caller.tsx';
import type * as page from './views/load-caller-view.ts';
import { loadCallerView } from './views/load-caller-view.ts';

jest.mock('./views/load-caller-view.ts', () => {
  const original = jest.requireActual<typeof page>('./views/load-caller-view.ts');
  return { loadCallerView: jest.fn(original.loadCallerView) };
});

beforeEach(answerCalls);

test('a press does not wait: the code of the page is there, and its data is read beside the duty', async () => {
  open();
  await screen.findByRole('region', { name: 'Board of the day' });
  await waitFor(() => expect(loadCallerView).toHaveBeenCalled());
  let answer = (): void => undefined;
  const asked = new Promise<void>((resolve) => (answer = resolve));
  shop.backend.answer('POST /rest/v1/rpc/my_duty', () => asked.then(() => ({ body: 'desk' })));
  await userEvent.keyboard('b');
  await waitFor(() => expect(shop.backend.callsOf('GET /rest/v1/areas')).toHaveLength(1));
  expect(screen.queryByRole('textbox', { name: /Phone/ })).toBeNull();
  answer();
  const phone = await screen.findByRole('textbox', { name: /Phone/ });
  expect(document.activeElement).toBe(phone);
});
