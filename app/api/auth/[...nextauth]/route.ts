import { handleAuth } from '@/lib/storefront/sign-in';

export { handleAuth as GET, handleAuth as POST };
