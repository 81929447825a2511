import { act, render, screen } from '@testing-library/react';
import { useNavigationFocus } from './use-navigation-focus.ts';

function Page({ pathname }: { pathname: string }) {
  const { mainRef, announcement } = useNavigationFocus(pathname);
  return (
    <>
      <title>{`Page ${pathname}`}</title>
      <a href="/elsewhere">A link</a>
      <main ref={mainRef} tabIndex={-1} />
      <p role="status">{announcement}</p>
    </>
  );
}
const announced = () => screen.getByRole('status').textContent;

describe('after a navigation', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  test('the first page of a visit does not move the focus', () => {
    render(<Page pathname="/" />);
    act(() => void jest.runAllTimers());
    expect(document.activeElement).toBe(document.body);
    expect(announced()).toBe('');
  });

  test('the focus moves to the new page, whose title is announced', () => {
    const { rerender } = render(<Page pathname="/" />);
    screen.getByRole('link').focus();
    rerender(<Page pathname="/bikes" />);
    expect(document.activeElement).toBe(screen.getByRole('main'));
    act(() => void jest.runAllTimers());
    expect(announced()).toBe('Page /bikes');
  });

  test('navigating to the same page moves no focus', () => {
    const { rerender } = render(<Page pathname="/" />);
    screen.getByRole('link').focus();
    rerender(<Page pathname="/" />);
    expect(document.activeElement).toBe(screen.getByRole('link'));
  });
});
