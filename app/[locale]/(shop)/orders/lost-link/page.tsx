import { Denied } from '@/components/checkout/denied';

/** Where a mailed link leads that opens nothing (any more). */
export default function LostLinkPage() {
  return <Denied of="link" />;
}
