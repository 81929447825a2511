import { Checklist, type ChecklistItem } from './checklist.tsx';
import { Disclosure } from './disclosure.tsx';
import { Heading } from './heading.tsx';
import { Stack } from './stack.tsx';

export interface ChecklistGroupsProps {
  summary: string;
  groups: readonly { title: string; items: ChecklistItem[] }[];
}

/** Lists of what was done, and what was not needed and why, to open and read. Nothing without groups. */
export function ChecklistGroups({ summary, groups }: ChecklistGroupsProps) {
  if (groups.length === 0) return null;
  return (
    <Disclosure summary={summary}>
      <Stack>
        {groups.map(({ title, items }) => (
          <div key={title}>
            <Heading level={3} size="s" ruled>
              {title}
            </Heading>
            <Checklist words={{ not: 'Not needed' }} items={items} />
          </div>
        ))}
      </Stack>
    </Disclosure>
  );
}
