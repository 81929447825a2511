import { render, screen } from '@testing-library/react';
import { FormProblem } from './form-problem.tsx';
import { PressAnswer } from './press-answer.tsx';

/** What the browser finds at every point of the window. */
function coverWindowWith(find: () => Element | null) {
  jest.spyOn(document, 'elementFromPoint').mockImplementation(find);
  return jest.spyOn(Element.prototype, 'scrollIntoView');
}

test('an answer in view is announced, and neither page nor focus moves', () => {
  const scrolled = coverWindowWith(() => screen.getByRole('alert').querySelector('p'));
  render(<FormProblem sentence="That time has just gone." />);
  expect(screen.getByRole('alert').textContent).toBe('That time has just gone.');
  expect(scrolled).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(document.body);
});

test.each([
  ['outside the window', () => null],
  ['under a header or a foot', () => document.documentElement],
])('an answer %s is scrolled into view, and takes the focus', (_, find) => {
  const scrolled = coverWindowWith(find);
  render(<FormProblem sentence="That time has just gone." />);
  expect(scrolled).toHaveBeenCalledWith({ block: 'center' });
  expect(document.activeElement).toBe(screen.getByRole('alert'));
});

test('an answer that replaces what had the focus takes it, even in view', () => {
  const scrolled = coverWindowWith(() => screen.getByRole('status'));
  render(
    <PressAnswer tone="ok" takesFocus>
      We have your number.
    </PressAnswer>,
  );
  expect(scrolled).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(screen.getByRole('status'));
});
