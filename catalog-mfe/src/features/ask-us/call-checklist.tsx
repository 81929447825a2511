import { Checklist } from '@twostroke/shared/ui/checklist';

/** What to have ready for a short call. */
export function CallChecklist() {
  return (
    <Checklist
      words={{ todo: 'Have ready' }}
      items={[
        {
          state: 'todo',
          label: 'Your booking number',
          hint: 'The eight characters on the confirmation page, if you have a booking.',
        },
        { state: 'todo', label: 'Brand and model', hint: 'And roughly how many kilometres it has done.' },
        { state: 'todo', label: 'What you notice and when', hint: 'Cold or hot, at which speed, from where.' },
        { state: 'todo', label: 'Where the bike stands', hint: 'And whether the ground is level.' },
      ]}
    />
  );
}
