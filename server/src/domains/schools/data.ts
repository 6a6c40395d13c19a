/** Exports all data of a school, for its closure (docs/behaviour/schools.md#data-of-a-school; GDPR art. 28 (3) g). */
import { today } from '@fundus/contract/days';
import type { StreamAnswer } from '@fundus/contract/endpoint';
import { downloadName } from '../../http/bodies/download-name.ts';
import { contentDisposition } from '../../http/bodies/content-disposition.ts';
import { recordAudit } from '../../http/audit.ts';
import { writeJson } from '../../http/bodies/data-file.ts';
import type { UserCtx } from '../../http/context.ts';
import { loadWords } from '../mails/index.ts';
import { countMembers } from './members-repository.ts';
import { requireAdministered, auditScope, settingsOf } from './service.ts';

/** Streams the data of the school from every domain. Reading history, bookmarks and notes are excluded, because their owners export them. */
export async function exportSchoolData(ctx: UserCtx<'domains'>, id: string, lang: string): Promise<StreamAnswer> {
  const school = await requireAdministered(ctx, id);
  const { name, number, kind, street, postcode, city, email, phone, website, state, closes_on, created_at } = school;
  const own = ctx.user.school_id === id;
  const head = {
    exported_at: ctx.now.toISOString(),
    school: {
      name,
      number,
      kind,
      street,
      postcode,
      city,
      email,
      phone,
      website,
      state,
      closes_on,
      created_at,
      settings: settingsOf(school),
    },
  };
  const { people } = await countMembers(ctx.db, id);
  await recordAudit(ctx, 'school.export', null, { people }, auditScope(school));
  const t = await loadWords(ctx, lang);
  return {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': contentDisposition('attachment', `${downloadName(t, 'schoolData', today(ctx.now))}.json`),
      'cache-control': 'no-store',
    },
    body: writeJson(head, ctx.domains.schoolData(ctx.db, { schoolId: id, own, whole: own || state !== 'active' })),
  };
}
