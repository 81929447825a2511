import { useRevalidator } from '@twostroke/shared/router';
import { Button } from '@twostroke/shared/ui/button';
import { Head } from '@twostroke/shared/ui/head';
import { useState } from 'react';
import { DutyTable } from '../../features/manage-staff/duty-table.tsx';
import { InviteForm } from '../../features/manage-staff/invite-form.tsx';
import { StaffList } from '../../features/manage-staff/staff-list.tsx';
import type { StaffOfShop } from '../../features/manage-staff/staff.ts';
import { PeopleTabs } from '../../parts/workshop-tabs.tsx';
import { ViewFrame } from '../../parts/view-frame.tsx';

/** With its data, so that both are one download. */
export { readStaff } from '../../features/manage-staff/staff.ts';

/** /admin?view=people: who works here and what each may do. */
export function PeopleView({ shop }: { shop: StaffOfShop }) {
  const { revalidate } = useRevalidator();
  const [inviting, setInviting] = useState(false);
  return (
    <ViewFrame
      bar={
        <>
          <h1>People</h1>
          <Button variant="line" small onClick={() => setInviting(true)}>
            Invite
          </Button>
        </>
      }
    >
      <Head title="People | Twostroke" noIndex />
      <PeopleTabs current="people" />
      <StaffList shop={shop} onChanged={revalidate} />
      <DutyTable />
      <InviteForm open={inviting} onClose={() => setInviting(false)} onInvited={revalidate} />
    </ViewFrame>
  );
}
