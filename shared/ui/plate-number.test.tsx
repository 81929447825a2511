import { render } from '@testing-library/react';
import { PlateNumber } from './plate-number.tsx';

test.each([
  ['MH12ZZ0042', 'MH 12 ZZ 0042'],
  ['mh-12-zz-42', 'MH 12 ZZ 42'],
  ['MH 12 ZZ 0042', 'MH 12 ZZ 0042'],
  ['DL3C1234', 'DL 3 C 1234'],
  ['22BH0071AA', '22 BH 0071 AA'],
  ['not issued yet', 'not issued yet'],
])('%s is painted as %s', (stored, painted) => {
  expect(render(<PlateNumber number={stored} />).container.textContent).toBe(painted);
});
