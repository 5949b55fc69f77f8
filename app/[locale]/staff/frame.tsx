import type { ReactNode } from 'react';
import { PageFrame } from '@/components/layout/page-frame';
import { StaffBar } from '@/components/staff/layout/staff-bar';
import type { StaffMember } from '@/lib/storefront/common/account/staff-access';
import { signOut } from './actions';

interface StaffFrameProps {
  readonly member: StaffMember;
  readonly children: ReactNode;
}

/** A page of the staff: who is signed in, and the pages that this person may open. */
export function StaffFrame({ member, children }: StaffFrameProps) {
  return (
    <PageFrame accent="cobalt">
      <StaffBar member={member} signOut={signOut} />
      {children}
    </PageFrame>
  );
}
