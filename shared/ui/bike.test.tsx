import { render, screen } from '@testing-library/react';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Bike, bodies } from './bike.tsx';

test('every body is drawn in the sprite', () => {
  const sprite = readFileSync(join(__dirname, 'art/bikes.svg'), 'utf8');
  expect([...sprite.matchAll(/<symbol id="(\w+)" viewBox="0 0 320 190"/g)].map((symbol) => symbol[1])).toEqual([
    ...bodies,
  ]);
});

test('an unknown body is drawn as a commuter', () => {
  const { container } = render(<Bike body="hovercraft" />);
  expect(container.querySelector('use')?.getAttribute('href')).toBe('/asset.svg#commuter');
});

test('a bike that stands on the page itself has the strip of wall behind it at night', () => {
  const { container, rerender } = render(<Bike body="scooter" />);
  expect(container.querySelector('.standing')).toBeNull();
  rerender(<Bike standing body="scooter" />);
  expect(container.querySelector('.standing')).toBeTruthy();
});

test('is hidden from screen readers unless it has a label', () => {
  const { rerender } = render(<Bike body="scooter" />);
  expect(screen.queryByRole('img')).toBeNull();
  rerender(<Bike body="scooter" label="A scooter" />);
  expect(screen.getByRole('img', { name: 'A scooter' })).toBeTruthy();
});
