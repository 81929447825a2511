import { paths } from '@twostroke/shared/contracts/paths';
import { redirect } from '@twostroke/shared/router';
import { whenSessionKnown, type SessionUser } from '@twostroke/shared/state';
import { readProfile, type Profile } from '@twostroke/shared/api/profiles';

export interface MyProfile {
  user: SessionUser;
  profile: Profile;
  /** Has the role admin, whether this session may use it or not. */
  isStaff: boolean;
}

const empty: Profile = { full_name: null, phone: null, area_slug: null, address_line: null, landmark: null };

export async function loader(): Promise<MyProfile> {
  const session = await whenSessionKnown();
  if (session.status !== 'signed-in') throw redirect(paths.auth(paths.myProfile()));
  const { user, isAdmin } = session;
  return { user, profile: (await readProfile(user.id)) ?? empty, isStaff: isAdmin === true };
}
