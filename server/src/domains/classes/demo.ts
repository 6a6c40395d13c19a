/** Classes of the demo: two of the demo teacher, one shared with the teacher, and those of the previous school year. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  CLASS_KINDS,
  JOIN_POLICIES,
  lastDayOf,
  nextSchoolYear,
  PICTURES,
  PICTURES_IN_A_ROW,
  schoolYearOf,
} from '@fundus/contract/classes/rules';
import { z } from 'zod';
import { shiftDay, today, DAY } from '@fundus/contract/days';
import { DEMO_LEARNER_CODE } from '@fundus/contract/demo';
import { normalizeCode } from '@fundus/contract/licences/rules';
import type { DemoContext, DemoRemovalContext } from '../../domain.ts';
import { createCodeBatch, createLearnerCode } from './codes/code-batch.ts';
import { seedExcerpt } from '../catalogue/index.ts';
import { listKeptClasses, markCodesUsed, removeClassesOf, removeCodesOf } from './demo-repository.ts';
import { findMembership } from './members/member-repository.ts';
import { addQuestion } from './media/question-repository.ts';
import { updateClass } from './repository.ts';
import { seedClass } from './seed.ts';
import { CLASS_NEEDS } from '@fundus/contract/catalogue/needs';

const emails = z.array(z.string()).default([]);
const Classes = z.array(
  z.object({
    name: z.string(),
    kind: z.enum(CLASS_KINDS),
    grade: z.int().nullable().default(null),
    subject: z.string().nullable().default(null),
    years_ago: z.int().min(0),
    /** Name of the demo class that continues this class. */
    carried_on_as: z.string().nullable().default(null),
    owners: z.array(z.string()).min(1),
    teachers: emails,
    learners: emails,
    applied: emails,
    needs: z.array(z.enum(CLASS_NEEDS)).default([]),
    join_policy: z.enum(JOIN_POLICIES).default('closed'),
    join_code: z.string().nullable().default(null),
    picture_login: z.boolean().default(false),
    /** Picture sequences of the learner codes. The first code is displayed on the sign-in page. */
    codes: z.array(z.array(z.enum(PICTURES)).length(PICTURES_IN_A_ROW)).default([]),
    /** Number of codes that were used recently, starting with the second code. */
    codes_used: z.int().min(0).default(0),
    /** Questions of learners that have not been answered. */
    questions: z.array(z.object({ key: z.string(), by: z.array(z.string()).min(1), days_ago: z.int().min(0) })).default([]),
    groups: z.array(z.object({ name: z.string(), members: z.array(z.string()) })).default([]),
    media: z
      .array(
        z.object({
          key: z.string(),
          note: z.string().default(''),
          can_download: z.boolean().default(false),
          /** Excerpt that is shared. The first owner of the class creates it. */
          excerpt: z.object({ title: z.string(), start_s: z.number(), end_s: z.number() }).optional(),
          /** Number of days after the loading of the demo from which the medium is visible. */
          in_days: z.int().optional(),
        }),
      )
      .default([]),
  }),
);

/** Returns the end of an earlier school year, or a moment two weeks ago for the current one. */
const momentOf = (now: Date, yearsAgo: number, end: string): Date =>
  yearsAgo === 0 ? new Date(now.getTime() - 14 * DAY) : new Date(`${end}T10:00:00Z`);

/** Creates the classes of the demo. Throws if a person or a medium is missing. */
export async function makeDemo({ db, secret, now, config, school_id, titleOf, people }: DemoContext): Promise<void> {
  const { schoolYearEnd } = config;
  const classes = Classes.parse(JSON.parse(readFileSync(join(import.meta.dirname, 'demo.json'), 'utf8')));
  const idOf = await people();
  const day = today(now);
  const current = schoolYearOf(day, schoolYearEnd);
  const made = new Map<string, string>();
  for (const {
    years_ago,
    carried_on_as,
    owners,
    teachers,
    learners,
    applied,
    groups,
    media: given,
    join_code,
    codes,
    codes_used,
    questions,
    ...about
  } of classes) {
    const year = schoolYearOf(`${Number(current.slice(0, 4)) - years_ago + 1}-${schoolYearEnd}`, schoolYearEnd);
    const end = lastDayOf(year, schoolYearEnd);
    const members = (list: string[], role: 'owner' | 'teacher' | 'student', state: 'active' | 'applied' = 'active') =>
      list.map((email) => ({ person_id: idOf(email), role, state }));
    const classId = await seedClass(
      db,
      {
        ...about,
        school_id,
        school_year: year,
        join_code,
        join_code_until: join_code === null ? null : end,
        archived: years_ago > 0,
        members: [
          ...members(owners, 'owner'),
          ...members(teachers, 'teacher'),
          ...members(learners, 'student'),
          ...members(applied, 'student', 'applied'),
        ],
        groups: groups.map((group) => ({ name: group.name, members: group.members.map(idOf) })),
        media: await Promise.all(
          given.map(async ({ key, in_days, excerpt, ...terms }) => {
            const identifier = `FU-${key}`;
            const visible_from = in_days === undefined ? null : shiftDay(day, in_days);
            const excerpt_id = excerpt ? await seedExcerpt(db, { ...excerpt, identifier, person_id: idOf(owners[0]!) }, now) : null;
            return {
              ...terms,
              kind: 'media' as const,
              identifier,
              excerpt_id,
              title: titleOf(identifier),
              visible_from,
              visible_until: null,
            };
          }),
        ),
      },
      momentOf(now, years_ago, end),
    );
    made.set(about.name, classId);
    if (carried_on_as !== null) await updateClass(db, classId, { successor_id: made.get(carried_on_as)! });
    for (const { key, by, days_ago } of questions) {
      const question = { class_id: classId, identifier: `FU-${key}`, title: titleOf(`FU-${key}`) };
      for (const email of by) {
        const member = await findMembership(db, classId, { person_id: idOf(email) });
        await addQuestion(db, question, member!.id, new Date(now.getTime() - days_ago * DAY));
      }
    }
    if (codes.length === 0) continue;
    const sealed = codes.map((pictures, i) => ({
      code: i === 0 && years_ago === 0 ? normalizeCode(DEMO_LEARNER_CODE) : createLearnerCode(),
      pictures,
    }));
    // Codes of the previous school year are valid for another year.
    const valid_until = lastDayOf(years_ago === 0 ? year : nextSchoolYear(year), schoolYearEnd);
    const batch = { classId, school_id, name: about.name, valid_until, by: idOf(owners[0]!), codes: sealed, state: 'issued' } as const;
    const batchId = await createCodeBatch({ db, secret, now }, batch);
    await markCodesUsed(db, batchId, { count: codes_used, first: shiftDay(day, -9), last: shiftDay(day, -1) });
  }
}

/** Deletes the demo classes without other members, and all codes that the demo people created. */
export async function removeDemo({ db, people, schools, removed, kept }: DemoRemovalContext): Promise<void> {
  removed('learner codes', await removeCodesOf(db, people, schools));
  removed('classes', await removeClassesOf(db, people, schools));
  for (const { name } of await listKeptClasses(db, people, schools)) kept(`class ${name}`, 'it has other members');
}
