import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BackToTop } from './back-to-top.tsx';

/** Scrolls the page to this many pixels from its top. */
function scrollTo(pixels: number): void {
  Object.assign(window, { scrollY: pixels });
  act(() => void window.dispatchEvent(new Event('scroll')));
}
const button = () => screen.queryByRole('button', { name: 'Back to top' });

beforeEach(() => scrollTo(0));

test('appears beyond 400 px and disappears above', () => {
  render(<BackToTop />);
  expect(button()).toBeNull();
  scrollTo(400);
  expect(button()).toBeNull();
  scrollTo(401);
  expect(button()).not.toBeNull();
  scrollTo(400);
  expect(button()).toBeNull();
});

test('is shown at once on a page that opens scrolled down', () => {
  scrollTo(900);
  render(<BackToTop />);
  expect(button()).not.toBeNull();
});

test.each([
  [false, 'smooth'],
  [true, 'auto'],
])('scrolls to the top and moves the focus (less motion: %p)', async (matches, behavior) => {
  jest.spyOn(window, 'matchMedia').mockImplementation((media) => ({ media, matches }) as MediaQueryList);
  const scrolled = jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  scrollTo(401);
  render(
    <>
      <main id="main" tabIndex={-1} />
      <BackToTop />
    </>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Back to top' }));
  expect(scrolled.mock.calls).toEqual([[{ top: 0, behavior }]]);
  expect(document.activeElement).toBe(screen.getByRole('main'));
});
