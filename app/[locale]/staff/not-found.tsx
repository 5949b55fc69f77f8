import { StaffMissing } from '@/components/staff/layout/staff-missing';
import { StaffFrame } from './frame';

/** It is part of every page of the staff, so it reads nothing, and does not know who is signed in. */
export default function StaffNotFound() {
  return (
    <StaffFrame member={null}>
      <StaffMissing />
    </StaffFrame>
  );
}
