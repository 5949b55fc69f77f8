/** In the filter of the audit log: every action that has changed something. */
export const auditChanges = 'changes';
