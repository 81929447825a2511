import { fakeBackend } from '@twostroke/shared/testing/fake-backend';
import { renderPage } from '@twostroke/shared/testing/render-page';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as page from './bikes.tsx';

const dialog = () => screen.findByRole('dialog', { name: 'Your bike is not in the list?' });

function open(url: string) {
  fakeBackend({
    'GET /rest/v1/brands': { body: [] },
    'GET /rest/v1/models': { body: [] },
    'GET /rest/v1/model_offers': { body: [] },
    'GET /rest/v1/package_prices': { body: [] },
  });
  return renderPage(page, { path: '/bikes', url });
}

test('the address of a call back opens the form; closing it leaves the list of bikes', async () => {
  const { router } = open('/bikes?body=scooter#call-back');
  await dialog();
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(router.state.location).toMatchObject({ pathname: '/bikes', search: '?body=scooter', hash: '' });
});

test('the form is closed until the button for it is pressed', async () => {
  open('/bikes');
  const button = await screen.findByRole('button', { name: 'Ask for a call back' });
  expect(screen.queryByRole('dialog')).toBeNull();
  await userEvent.click(button);
  await dialog();
});
