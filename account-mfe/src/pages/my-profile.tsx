import { paths } from '@twostroke/shared/contracts/paths';
import { formatPhone } from '@twostroke/shared/domain/phone';
import { useLoaderData, useNavigate, useRevalidator } from '@twostroke/shared/router';
import { Anchor } from '@twostroke/shared/ui/anchor';
import { Head } from '@twostroke/shared/ui/head';
import { Heading } from '@twostroke/shared/ui/heading';
import { SideColumn, TwoColumns } from '@twostroke/shared/ui/two-columns';
import { Stack } from '@twostroke/shared/ui/stack';
import { Container } from '@twostroke/shared/ui/container';
import { DeviceChoices } from '../features/edit-profile/device-choices.tsx';
import { PasswordChange } from '../features/edit-profile/password-change.tsx';
import { ProfileForm } from '../features/edit-profile/profile-form.tsx';
import { SignOutButton } from '../features/edit-profile/sign-out-button.tsx';
import { FactorSection } from '../features/second-factor/factor-section.tsx';
import { Sessions } from '../features/list-sessions/sessions.tsx';
import styles from './my-profile.module.css';
import type { MyProfile } from './my-profile.loader.ts';

export { loader } from './my-profile.loader.ts';

/** /my-profile: what is filled in when you book, and how this device behaves. */
export function Component() {
  const { user, profile, isStaff } = useLoaderData<MyProfile>();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const account = user.email ?? (user.phone && formatPhone(user.phone));
  return (
    <Container width="booking" className={styles.page}>
      <Head title="My profile" noIndex />
      <Stack gap="s">
        <h1>My profile</h1>
        <p>
          {account && <>Signed in as {account}. </>}
          <Anchor to={paths.myBookings()}>My bookings</Anchor>
        </p>
      </Stack>
      <TwoColumns>
        <Stack as="section" aria-labelledby="details">
          <Heading level={2} size="m" id="details">
            Filled in when you book
          </Heading>
          <ProfileForm userId={user.id} profile={profile} onSaved={() => void revalidate()} />
        </Stack>
        <SideColumn className={styles.side}>
          <Stack as="section" aria-labelledby="device">
            <Heading level={2} size="m" id="device">
              On this device
            </Heading>
            <DeviceChoices />
          </Stack>
          {user.email && (
            <Stack as="section" aria-labelledby="new-password">
              <Heading level={2} size="m" id="new-password">
                Password
              </Heading>
              <PasswordChange email={user.email} />
            </Stack>
          )}
          {isStaff && (
            <Stack as="section" aria-labelledby="second-factor">
              <Heading level={2} size="m" id="second-factor">
                Second factor
              </Heading>
              <FactorSection userId={user.id} />
            </Stack>
          )}
          <Stack as="section" aria-labelledby="sessions">
            <Heading level={2} size="m" id="sessions">
              Where you are signed in
            </Heading>
            <Sessions userId={user.id} />
          </Stack>
          <SignOutButton onSignedOut={() => void navigate(paths.home())} />
        </SideColumn>
      </TwoColumns>
    </Container>
  );
}
