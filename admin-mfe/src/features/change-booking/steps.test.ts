import { nextSteps, type Transition } from './steps.ts';

const to = (
  from_status: Transition['from_status'],
  to_status: Transition['to_status'],
  modes: Transition['modes'] = null,
): Transition => ({
  from_status,
  to_status,
  modes,
});
const table = [
  to('confirmed', 'assigned'),
  to('confirmed', 'cancelled'),
  to('assigned', 'cancelled'),
  to('assigned', 'on_the_way', ['doorstep']),
  to('assigned', 'picked_up', ['pickup']),
  to('assigned', 'no_show'),
  to('on_the_way', 'assigned', ['doorstep']),
  to('on_the_way', 'inspecting', ['doorstep']),
  to('inspecting', 'awaiting_approval'),
  to('inspecting', 'in_service'),
  to('awaiting_approval', 'inspecting'),
  to('awaiting_approval', 'cancelled'),
];

test('lists the next transition first and cancelling last', () => {
  expect(nextSteps({ status: 'assigned', mode: 'doorstep' }, table)).toEqual({
    onward: 'on_the_way',
    others: ['no_show', 'cancelled'],
  });
});

test('the mode decides the next status', () => {
  expect(nextSteps({ status: 'assigned', mode: 'pickup' }, table).onward).toBe('picked_up');
});

test('a step back is not the next transition', () => {
  expect(nextSteps({ status: 'on_the_way', mode: 'doorstep' }, table)).toEqual({
    onward: 'inspecting',
    others: ['assigned'],
  });
});

test('offers no buttons for proposing and answering extra work', () => {
  expect(nextSteps({ status: 'inspecting', mode: 'doorstep' }, table)).toEqual({ onward: 'in_service', others: [] });
  expect(nextSteps({ status: 'awaiting_approval', mode: 'doorstep' }, table)).toEqual({
    onward: null,
    others: ['cancelled'],
  });
});

test('a final status has no transitions', () => {
  expect(nextSteps({ status: 'completed', mode: 'doorstep' }, table)).toEqual({ onward: null, others: [] });
});
