import { Denied } from '@/components/checkout/denied';

export default function LostLinkPage() {
  return <Denied of="link" />;
}
