import { getLocale } from 'next-intl/server';
import { NotAllowed, SignInPage } from '@/components/staff/layout/sign-in-form';
import { staffBackPath } from '@/lib/storefront/staff/attention/back-path';
import { firstText } from '@/lib/storefront/common/request/parameters';
import { staffAccess } from '@/lib/storefront/common/account/for-staff';
import { signIn } from '../actions';
import { StaffFrame } from '../frame';
import { StaffGate } from '../gate';

/** Where a form leads that could do nothing, because the sign-in had ended or a role was gone while it was open. */
export default async function NotDonePage({ searchParams }: PageProps<'/[locale]/staff/not-done'>) {
  const back = staffBackPath(firstText((await searchParams)['back']), await getLocale());
  const access = await staffAccess();
  switch (access.kind) {
    case 'signed_out':
      return (
        <StaffFrame member={null}>
          <SignInPage action={signIn} back={back} failed={false} isNotDone />
        </StaffFrame>
      );
    case 'refused':
      return <StaffGate access={access} back={back} />;
    case 'staff':
      return (
        <StaffFrame member={access.member}>
          <NotAllowed back={back} />
        </StaffFrame>
      );
  }
}
