/** By mode and status: the statuses to which an admin may take a booking. Nothing else is possible. */
export const adminTransitions: Record<string, [mode: string, to: string[]][]> = {
  pending_payment: [['doorstep', ['cancelled']]],
  confirmed: [['doorstep', ['assigned', 'cancelled']]],
  assigned: [
    ['doorstep', ['cancelled', 'no_show', 'on_the_way']],
    ['pickup', ['cancelled', 'no_show', 'picked_up']],
    ['workshop', ['cancelled', 'inspecting', 'no_show']],
  ],
  on_the_way: [
    ['doorstep', ['assigned', 'cancelled', 'inspecting', 'no_show']],
    ['pickup', []],
  ],
  picked_up: [
    ['pickup', ['cancelled', 'inspecting']],
    ['workshop', []],
  ],
  inspecting: [
    ['doorstep', ['cancelled', 'in_service', 'on_the_way']],
    ['pickup', ['cancelled', 'in_service', 'picked_up']],
    ['workshop', ['assigned', 'cancelled', 'in_service']],
  ],
  awaiting_approval: [['doorstep', ['cancelled', 'inspecting']]],
  in_service: [['doorstep', ['inspecting', 'quality_check']]],
  quality_check: [['doorstep', ['in_service', 'ready']]],
  ready: [['doorstep', ['completed', 'in_service']]],
  completed: [['doorstep', []]],
  cancelled: [['doorstep', []]],
  no_show: [['doorstep', []]],
  expired: [['doorstep', []]],
};
