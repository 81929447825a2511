import { render } from '@testing-library/react';
import { Cells } from './cells.tsx';
import { useFlash } from './use-flash.tsx';

function Booking({ day }: { day: string }) {
  const changed = useFlash<HTMLDListElement>();
  return (
    <Cells
      ref={changed}
      cells={[
        { label: 'Day', value: day },
        { label: 'Price', value: '₹1,699' },
      ]}
    />
  );
}

function show(day: string) {
  const animate = jest.spyOn(Element.prototype, 'animate');
  const { rerender } = render(<Booking day={day} />);
  return { animate, change: (now: string) => rerender(<Booking day={now} />) };
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
