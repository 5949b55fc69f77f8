import { ForgetDoor } from '@/components/staff/door/keep-door';
import { NotAllowed, RefusedPage, SignInPage } from '@/components/staff/layout/sign-in-form';
import { noteOfRequest } from '@/lib/runtime/request-state';
import type { ForStaff } from '@/lib/storefront/common/account/for-staff';
import { signIn, signOut } from './actions';
import { StaffFrame } from './frame';

interface StaffGateProps {
  access: Exclude<ForStaff<unknown>, { kind: 'staff' }>;
  back: string;
  failed?: boolean;
}

/** For a visitor without access: no data, and how to get it. Who has signed in without the role is answered with 403. */
export function StaffGate({ access, back, failed = false }: StaffGateProps) {
  if (access.kind !== 'signed_out') noteOfRequest({ isPageForbidden: true });
  switch (access.kind) {
    case 'signed_out':
      return (
        <StaffFrame member={null}>
          {/* The next person who signs in here may work with other catalogues. */}
          <ForgetDoor />
          <SignInPage action={signIn} back={back} failed={failed} />
        </StaffFrame>
      );
    case 'refused':
      return (
        <StaffFrame member={null}>
          <RefusedPage action={signOut} back={back} name={access.name} />
        </StaffFrame>
      );
    case 'not_allowed':
      return (
        <StaffFrame member={access.member}>
          <NotAllowed />
        </StaffFrame>
      );
  }
}
