import { render } from '@testing-library/react';
import { Cells } from './cells.tsx';

function show(value: string) {
  const cells = (now: string) => (
    <Cells
      cells={[
        { label: 'Day', value: now },
        { label: 'Price', value: '₹1,699' },
      ]}
    />
  );
  const animate = jest.spyOn(Element.prototype, 'animate');
  const { rerender } = render(cells(value));
  return { animate, change: (now: string) => rerender(cells(now)) };
}

test('only a cell that changes is tinted, for 600 ms, and not when it is first shown', () => {
  const { animate, change } = show('Tue 24 Nov');
  change('Tue 24 Nov');
  expect(animate).not.toHaveBeenCalled();
  change('Thu 26 Nov');
  expect(animate).toHaveBeenCalledTimes(1);
  expect(animate).toHaveBeenCalledWith([{ backgroundColor: 'var(--enamel-tint)' }, {}], 600);
});

test('nothing is tinted for people who want no motion', () => {
  jest.spyOn(window, 'matchMedia').mockImplementation((media) => ({ media, matches: true }) as MediaQueryList);
  const { animate, change } = show('Tue 24 Nov');
  change('Thu 26 Nov');
  expect(animate).not.toHaveBeenCalled();
});
