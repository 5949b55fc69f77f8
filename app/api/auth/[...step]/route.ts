import { handleAuth } from '@/lib/storefront/common/account/sign-in';

// Only GET: sign-in and sign-out begin with a server action, so no form is posted here.
export { handleAuth as GET };
