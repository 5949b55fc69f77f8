export { StaffMissing as default } from '@/components/staff/staff-missing';
