export { Missing as default } from '@/components/layout/missing';
