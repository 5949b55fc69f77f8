export { StaffMissing as default } from '@/components/staff/layout/staff-missing';
