import { paths } from '@/lib/locale/paths';

/** The pages of the staff in their groups, in the order of their links, and what one needs to open them. */
export const staffGroups = [
  {
    group: 'desk',
    pages: [
      { name: 'orders', path: paths.staff, needs: 'orders:read by catalog' },
      { name: 'allOrders', path: paths.staffOrders, needs: 'orders:read by catalog' },
      { name: 'counter', path: paths.staffCounter, needs: 'sales:make by catalog' },
      { name: 'eventChanges', path: paths.staffEventChanges, needs: 'orders:read' },
      { name: 'waitingLists', path: paths.staffWaitingLists, needs: 'orders:read by catalog' },
    ],
  },
  {
    group: 'entrance',
    pages: [
      { name: 'door', path: paths.staffDoor, needs: 'tickets:admit by catalog' },
      { name: 'today', path: paths.staffToday, needs: 'reports:read by catalog' },
    ],
  },
  {
    group: 'numbers',
    pages: [
      { name: 'reports', path: paths.staffReports, needs: 'reports:read' },
      { name: 'closing', path: paths.staffClosing, needs: 'reports:read' },
      { name: 'audit', path: paths.staffAudit, needs: 'audit:read' },
    ],
  },
  {
    group: 'setup',
    pages: [
      { name: 'setup', path: paths.staffSetup, needs: 'catalog:edit' },
      { name: 'catalogs', path: paths.staffCatalogs, needs: 'reports:read' },
      { name: 'waitingRoom', path: paths.staffWaitingRoom, needs: 'orders:read' },
      { name: 'personalData', path: paths.staffPersonalData, needs: 'people:change' },
    ],
  },
] as const;
