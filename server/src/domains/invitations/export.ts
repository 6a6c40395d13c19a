import { today } from '@fundus/contract/days';
import type { Input, StreamAnswer } from '@fundus/contract/endpoint';
import type { invitations } from '@fundus/contract/invitations/invitations';
import type { UserCtx } from '../../http/context.ts';
import { readPages, tableFile } from '../../http/bodies/table-file.ts';
import { loadWords } from '../mails/index.ts';
import { listInvitations } from './repository.ts';
import { present } from './service.ts';
import { resolveTarget } from './target.ts';

/** Streams invitations as a table, without their links, because tables are shared more freely. */
export async function exportInvitations(
  ctx: UserCtx,
  { format, lang, show, ...wanted }: Input<typeof invitations.exportList>['query'],
): Promise<StreamAnswer> {
  const { schoolId, classId, staffOf } = await resolveTarget(ctx, wanted, 'read');
  const criteria = { schoolId, classId, staffOf, show, day: today(ctx.now) };
  const say = await loadWords(ctx, lang);
  const columns = [
    { title: say('invitations.kind') },
    { title: say('people.import.field.email') },
    { title: say('people.name') },
    { title: say('invitations.role') },
    { title: say('people.capabilities') },
    { title: say('invitations.export.place') },
    { title: say('people.state') },
    { title: say('invitations.export.created'), kind: 'moment' },
    { title: say('invitations.export.sent'), kind: 'moment' },
    { title: say('invitations.export.until'), kind: 'day' },
    { title: say('invitations.export.used'), kind: 'number' },
  ] as const;
  const rows = readPages(
    (offset, limit) => listInvitations(ctx.db, criteria, offset, limit),
    (row) => {
      const { kind, email, name, role, capabilities, state } = present(ctx, row);
      return [
        ...[say(`invitations.kind.${kind}`), email, name, say(`invitations.role.${role}`)],
        ...[
          capabilities.map((each) => say(`people.${each}`)).join(', '),
          row.class_name ?? row.place_name,
          say(`invitations.state.${state}`),
        ],
        ...[row.created_at, row.sent_at, row.expires_on, row.used_count],
      ];
    },
  );
  return tableFile({ format, lang }, { name: `invitations-${today(ctx.now)}`, columns, rows });
}
