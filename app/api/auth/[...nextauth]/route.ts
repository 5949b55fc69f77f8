import { handleAuth } from '@/lib/storefront/sign-in';

// Only what a browser follows. Sign-in and sign-out begin with a server action, so that no form is posted here.
export { handleAuth as GET };
