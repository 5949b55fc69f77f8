import { RefusedPage, SignInPage } from '@/components/staff/sign-in-form';
import type { ForStaff } from '@/lib/storefront/staff';
import { signIn, signOut } from './actions';

/** What everybody else sees in the place of a staff page: no data, and the way in. */
export function StaffGate({
  access,
  back,
  failed = false,
}: {
  access: Exclude<ForStaff<unknown>, { kind: 'staff' }>;
  back: string;
  failed?: boolean;
}) {
  switch (access.kind) {
    case 'signed_out':
      return <SignInPage action={signIn} back={back} failed={failed} />;
    case 'refused':
      return <RefusedPage action={signOut} back={back} name={access.name} />;
  }
}
