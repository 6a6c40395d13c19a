import { today } from '@fundus/contract/days';
import type { Input, StreamAnswer } from '@fundus/contract/endpoint';
import type { invitations } from '@fundus/contract/invitations/invitations';
import { downloadName } from '../../http/bodies/download-name.ts';
import type { UserCtx } from '../../http/context.ts';
import { readPages, tableFile } from '../../http/bodies/table-file.ts';
import { loadWords } from '../mails/index.ts';
import { listInvitations } from './repository.ts';
import { presentInvitation } from './service.ts';
import { resolveTarget } from './target.ts';

/** Streams invitations as a table. The table contains no links, because tables are shared more freely. */
export async function exportInvitations(
  ctx: UserCtx,
  { format, lang, show, ...wanted }: Input<typeof invitations.exportList>['query'],
): Promise<StreamAnswer> {
  const { schoolId, classId, staffOf } = await resolveTarget(ctx, wanted, 'read');
  const criteria = { schoolId, classId, staffOf, show, day: today(ctx.now) };
  const t = await loadWords(ctx, lang);
  const columns = [
    { title: t('invitations.kind') },
    { title: t('people.import.field.email') },
    { title: t('people.name') },
    { title: t('invitations.role') },
    { title: t('people.capabilities') },
    { title: t('invitations.export.place') },
    { title: t('people.state') },
    { title: t('invitations.export.created'), kind: 'moment' },
    { title: t('invitations.export.sent'), kind: 'moment' },
    { title: t('invitations.export.until'), kind: 'day' },
    { title: t('invitations.export.used'), kind: 'number' },
  ] as const;
  const rows = readPages(
    (offset, limit) => listInvitations(ctx.db, criteria, offset, limit),
    (row) => {
      const { kind, email, name, role, capabilities, state } = presentInvitation(ctx, row);
      return [
        ...[t(`invitations.kind.${kind}`), email, name, t(`invitations.role.${role}`)],
        ...[capabilities.map((each) => t(`people.${each}`)).join(', '), row.class_name ?? row.place_name, t(`invitations.state.${state}`)],
        ...[row.created_at, row.sent_at, row.expires_on, row.used_count],
      ];
    },
  );
  return tableFile({ format, lang }, { name: downloadName(t, 'invitations', today(ctx.now)), columns, rows });
}
