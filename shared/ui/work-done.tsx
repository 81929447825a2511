import { groupLines } from '../domain/job-card-lines.ts';
import { Checklist } from './checklist.tsx';
import { Disclosure } from './disclosure.tsx';
import { Heading } from './heading.tsx';
import { Stack } from './stack.tsx';

export interface WorkDoneProps {
  summary: string;
  lines: readonly { group_name: string; label: string; done_at: string | null; not_needed: string | null }[];
}

/** A job card to open and read: what was done, and what was not needed and why. Nothing without lines. */
export function WorkDone({ summary, lines }: WorkDoneProps) {
  if (lines.length === 0) return null;
  return (
    <Disclosure summary={summary}>
      <Stack>
        {groupLines(lines).map(([name, inside]) => (
          <div key={name}>
            <Heading level={3} size="s" ruled>
              {name}
            </Heading>
            <Checklist
              words={{ not: 'Not needed' }}
              items={inside.map(({ label, done_at, not_needed }) => ({
                state: not_needed ? 'not' : done_at ? 'done' : 'todo',
                label,
                hint: not_needed,
              }))}
            />
          </div>
        ))}
      </Stack>
    </Disclosure>
  );
}
