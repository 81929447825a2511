import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderPage } from '@twostroke/shared/testing/render-page';
import * as page from '../pages/book-service.tsx';

/** Opens the page at a step, or at the first one that is not finished. */
export const open = (step?: string) => ({
  user: userEvent.setup(),
  ...renderPage(page, { path: '/book-service', url: step ? `/book-service?step=${step}` : '/book-service' }),
});
export const question = (name: string) => screen.findByRole('heading', { level: 1, name });
export const bookButton = () => screen.findByRole('button', { name: /^Book for/ });
