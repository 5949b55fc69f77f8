import { Denied } from '@/components/checkout/denied';

export default function NotFound() {
  return <Denied />;
}
