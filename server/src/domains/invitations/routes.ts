import type { endpoints } from '@fundus/contract/endpoints';
import type { ReadTable } from '@fundus/importer/tables/read-table';
import type { Handlers } from '../../http/implement.ts';
import { inviteSchools } from './administrators.ts';
import { acceptInvitation, decideApplication, declineInvitation, undoRequestDecision } from './accept.ts';
import { inviteMany } from './many.ts';
import { exportInvitations } from './export.ts';
import { showInvitation } from './preview.ts';
import { readLines } from './read-lines.ts';
import { checkPassword, createInvitation, readApplications, readInvitations, resendInvitation, revokeInvitation } from './service.ts';
import { importStaff, readStaffTable } from './staff-import.ts';
import type { StaffColumn } from './staff-table.ts';

export const handlers: Handlers<typeof endpoints.invitations> = {
  show: (ctx, { params }) => showInvitation(ctx, params.id),
  accept: (ctx, { params, body }) => acceptInvitation(ctx, params.id, body.change_school),
  decline: (ctx, { params }) => declineInvitation(ctx, params.id),
  list: (ctx, { query }) => readInvitations(ctx, query),
  exportList: (ctx, { query }) => exportInvitations(ctx, query),
  create: {
    before: (ctx, { body }) => checkPassword(ctx, body),
    write: (ctx, { body }) => createInvitation(ctx, body),
  },
  bulk: (ctx, { body }) => inviteMany(ctx, body, readLines(body.lines, body.role)),
  administrators: (ctx, { body }) => inviteSchools(ctx, body),
  staffTable: {
    before: (ctx, { body }) => readStaffTable(ctx, body),
    write: (ctx, { body }, table: ReadTable<StaffColumn>) => importStaff(ctx, body, table),
  },
  resend: (ctx, { params }) => resendInvitation(ctx, params.id),
  revoke: (ctx, { params }) => revokeInvitation(ctx, params.id),
  applications: (ctx, { query }) => readApplications(ctx, query),
  decide: (ctx, { params, body }) => decideApplication(ctx, params.id, params.personId, body.decision),
  undoDecision: (ctx, { params }) => undoRequestDecision(ctx, params.id, params.personId),
};
