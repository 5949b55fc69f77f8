import type { ReactNode } from 'react';
import { StaffHeader } from '@/components/staff/layout/staff-header';
import { shopName } from '@/lib/storefront/common/catalogue/shop-name';
import { may, type StaffMember } from '@/lib/storefront/common/account/staff-access';
import { openTasks } from '@/lib/storefront/staff/attention/open-tasks';
import { signOut } from './actions';

interface StaffFrameProps {
  /** Null: nobody is signed in. */
  readonly member: StaffMember | null;
  /** The page's own search box. */
  readonly search?: ReactNode;
  /** How many tasks are open, if the page has just read it. */
  readonly tasks?: number | undefined;
  readonly children: ReactNode;
}

/** A page of the staff, with the bar: the pages that this person may open, the search, and who is signed in. */
export async function StaffFrame({ member, search, tasks, children }: StaffFrameProps) {
  const maySee = member !== null && may(member, 'orders:read');
  return (
    <>
      <StaffHeader
        shop={shopName()}
        member={member}
        tasks={maySee ? (tasks ?? (await openTasks())) : null}
        search={search}
        signOut={signOut}
      />
      <main id="content" tabIndex={-1} data-accent="cobalt" className="flex-1 outline-none">
        <div className="mx-auto max-w-wide px-4 pb-16 sm:px-8">{children}</div>
      </main>
    </>
  );
}
