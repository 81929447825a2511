import { render } from '@testing-library/react';
import { Tally } from './tally.tsx';

const strokes = (view: HTMLElement) => view.querySelectorAll('[aria-hidden] > *');

test('draws a stroke for each place, thick ones for the counted places', () => {
  const { container } = render(<Tally count={2} of={3} word="free" />);
  expect(container.textContent?.trim()).toBe('2 of 3 free');
  expect([...strokes(container)].map((stroke) => stroke.classList.contains('thin'))).toEqual([false, false, true]);
});

test('above four it shows only words, even when hidden words were requested', () => {
  const { container } = render(<Tally count={5} of={9} word="free" wordsHidden />);
  expect(strokes(container)).toHaveLength(0);
  expect(container.textContent?.trim()).toBe('5 of 9 free');
  expect(container.querySelector('.hidden')).toBeNull();
});

test('hidden words stay for screen readers', () => {
  const { container } = render(<Tally count={0} of={2} word="used" wordsHidden />);
  expect(container.querySelector('.hidden')?.textContent).toBe('0 of 2 used');
});
