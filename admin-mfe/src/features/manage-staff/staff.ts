import { callRpc } from '@twostroke/shared/client';
import type { FunctionResult } from '@twostroke/shared/contracts/functions';
import type { Duty } from '../../model/duty.ts';
import { withFreshSignIn } from '../../model/fresh-sign-in.ts';

/** The people of the shop and the open invitations. */
export type StaffOfShop = FunctionResult<'list_staff'>;
export type StaffMember = StaffOfShop['staff'][number];
export type StaffInvitation = StaffOfShop['invitations'][number];

/** @throws AppError */
export function readStaff(): Promise<StaffOfShop> {
  return callRpc('list_staff', {});
}

/** Invites a person by e-mail or by phone; the other one is empty. @throws AppError */
export async function inviteStaff(who: { name: string; duty: string; email: string; phone: string }): Promise<void> {
  const { name, duty, email, phone } = who;
  await withFreshSignIn(() =>
    callRpc('invite_staff', { name, duty, ...(email && { email }), ...(phone && { phone }) }),
  );
}

/** @throws AppError */
export async function withdrawInvitation(invitation: string): Promise<void> {
  await callRpc('withdraw_invitation', { invitation });
}

/** Gives a person another duty; it holds from their next press on. @throws AppError */
export async function setDuty(person: string, duty: Duty): Promise<void> {
  await withFreshSignIn(() => callRpc('set_duty', { person, duty }));
}

/** Ends the rights of a person, or gives them back. @throws AppError */
export async function setStaffActive(person: string, active: boolean): Promise<void> {
  await withFreshSignIn(() => callRpc('set_staff_active', { person, active }));
}
