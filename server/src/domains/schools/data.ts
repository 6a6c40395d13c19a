/** Everything the portal keeps for a school, as a file: to take along when it closes (docs/behaviour/schools.md#data-of-a-school; GDPR art. 28 (3) g). */
import { today } from '@fundus/contract/days';
import type { StreamAnswer } from '@fundus/contract/endpoint';
import { recordAudit } from '../../http/audit.ts';
import type { Ctx, SignedIn } from '../../http/context.ts';
import {
  collectClasses,
  collectCodes,
  collectInvitations,
  collectLicences,
  collectNews,
  collectPeople,
  collectShared,
  collectWishes,
} from './data-repository.ts';
import { administrated, placeOf, settingsOf } from './service.ts';

/**
 * Who belongs to the school, what it holds licences for and who has them, whom it invited, its classes and learner codes,
 * what is shared with all of it, what was wished for, its news. Not what people read, marked or
 * wrote for themselves: that is theirs, and they take it along from their own account.
 */
export async function exportSchoolData(ctx: Ctx<SignedIn>, id: string): Promise<StreamAnswer> {
  const school = await administrated(ctx, id);
  const { name, number, kind, street, postcode, city, email, phone, website, state, closes_on, created_at } = school;
  const own = ctx.user.school_id === id;
  const people = await collectPeople(ctx.db, id);
  const data = {
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
    people,
    licences: await collectLicences(ctx.db, id),
    invitations: await collectInvitations(ctx.db, id),
    // Nobody of the district looks into classes; what a school that ends takes along is whole.
    ...((own || state !== 'active') && { classes: await collectClasses(ctx.db, id), learner_codes: await collectCodes(ctx.db, id) }),
    shared_media: await collectShared(ctx.db, id),
    wishes: await collectWishes(ctx.db, id),
    news: await collectNews(ctx.db, id, own),
  };
  await recordAudit(ctx, 'school.export', null, { people: people.length }, placeOf(school));
  return {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="school-${today(ctx.now)}.json"`,
      'cache-control': 'no-store',
    },
    body: `${JSON.stringify(data, null, 2)}\n`,
  };
}
