/** Prepares a school for its first lesson: classes with media and learner codes. */
import { frontendConfig } from '@fundus/contract/config';
import { lastDayOf, schoolYearOf } from '@fundus/contract/classes/rules';
import { today } from '@fundus/contract/days';
import { DEMO_ACCOUNTS } from '@fundus/contract/demo';
import { createCodeBatch, newCodes } from '@fundus/server/domains/classes/codes/code-batch';
import { seedClass } from '@fundus/server/domains/classes/seed';
import { makeLog } from '@fundus/server/log';
import { openPortal } from '@fundus/server/portal';

const MEDIA = ['photosynthese', 'schall', 'stromkreis-labor', 'satz-des-pythagoras', 'what-is-sound', 'wie-ein-gesetz-entsteht'];
const SCHOOL = 'school-1';

export type Learner = { code: string; classId: string };

/** Adds `learners` codes to the demo school, in classes of `inClass` each. */
export async function prepareLesson(
  where: { dataDir: string; databaseUrl: string | undefined; sessionSecret: string },
  { learners, inClass }: { learners: number; inClass: number },
): Promise<Learner[]> {
  const config = frontendConfig({});
  const { portal, close } = await openPortal({ ...where, config, demo: true, searchWorkers: 0 }, makeLog('silent'));
  try {
    const now = portal.now();
    const year = schoolYearOf(today(now), config.schoolYearEnd);
    const until = lastDayOf(year, config.schoolYearEnd);
    const teacher = await portal.db
      .selectFrom('person')
      .select('person.id')
      .where('person.email', '=', DEMO_ACCOUNTS[0].login)
      .executeTakeFirstOrThrow();
    const all: Learner[] = [];
    for (let from = 0; from < learners; from += inClass) {
      const name = `Klasse ${from / inClass + 1}`;
      const classId = await seedClass(
        portal.db,
        {
          ...{ school_id: SCHOOL, name, kind: 'class', grade: 8, subject: null, school_year: year, needs: [] },
          ...{ join_policy: 'closed', join_code: null, join_code_until: null, picture_login: false, archived: false, groups: [] },
          members: [{ person_id: teacher.id, role: 'owner', state: 'active' }],
          media: MEDIA.map((key) => ({
            ...{ kind: 'media', identifier: `FU-${key}`, title: key, note: '', can_download: false },
            ...{ visible_from: null, visible_until: null },
          })),
        },
        now,
      );
      const codes = newCodes(Math.min(inClass, learners - from));
      await createCodeBatch(
        { ...portal, now },
        { classId, school_id: SCHOOL, name, valid_until: until, by: teacher.id, codes, state: 'issued' },
      );
      all.push(...codes.map(({ code }) => ({ code, classId })));
    }
    return all;
  } finally {
    await close();
  }
}
