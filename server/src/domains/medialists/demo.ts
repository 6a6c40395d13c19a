/** Media lists of the demo: a lesson planned for tomorrow, a private list, a list shared with the school, and a list of the district. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lastDayOf, schoolYearOf } from '@fundus/contract/classes/rules';
import { DAY, shiftDay, today } from '@fundus/contract/days';
import { DEMO_LINK_CODE } from '@fundus/contract/demo';
import { normalizeCode } from '@fundus/contract/licences/rules';
import { LIST_VISIBILITIES, MEMBER_RIGHTS } from '@fundus/contract/medialists/medialists';
import { generateNKeysBetween } from 'fractional-indexing';
import { z } from 'zod';
import { newId } from '../../db/new-id.ts';
import type { DemoContext, DemoRemovalContext } from '../../domain.ts';
import { findClassNamed } from '../classes/index.ts';
import { removeDistrictLists, removeListsOf } from './demo-repository.ts';
import { insertLink } from './sharing/link-repository.ts';
import { makeSecret } from './sharing/links.ts';
import { insertItems, type NewItemRow } from './item-repository.ts';
import { insertList } from './repository.ts';
import { insertRelease, setMember } from './sharing/sharing-repository.ts';

const Item = z.object({
  heading: z.string().optional(),
  text: z.string().optional(),
  key: z.string().optional(),
  part: z.object({ title: z.string(), start_s: z.number(), end_s: z.number() }).optional(),
  teacher: z.string().default(''),
  learner: z.string().default(''),
  hidden: z.boolean().default(false),
});
const Lists = z.array(
  z.object({
    title: z.string(),
    description: z.string(),
    /** Email address of the owner, or an empty string for a list of the district. */
    owner: z.string(),
    visibility: z.enum(LIST_VISIBILITIES),
    subjects: z.array(z.string()),
    grades: z.array(z.string()),
    planned_in_days: z.int().optional(),
    days_ago: z.int().min(0),
    members: z.array(z.object({ email: z.string(), role: z.enum(MEMBER_RIGHTS) })).default([]),
    /** Name of the class to which the list is released. */
    release: z.string().optional(),
    /** Name of the share link created for the list. */
    link: z.string().optional(),
    items: z.array(Item),
  }),
);

type Of = Pick<NewItemRow, 'kind' | 'identifier' | 'title' | 'body' | 'start_s' | 'end_s'>;

function contentOf({ heading, text, key, part }: z.output<typeof Item>, titleOf: DemoContext['titleOf']): Of {
  if (heading !== undefined) return { kind: 'heading', title: heading };
  if (text !== undefined) return { kind: 'text', title: '', body: text };
  const identifier = `FU-${key}`;
  return part ? { kind: 'sequence', identifier, ...part } : { kind: 'media', identifier, title: titleOf(identifier) };
}

/** Creates the lists of the demo. Throws if a user, a class or a medium is missing. */
export async function makeDemo({ db, secret, now, config, school_id, district_id, titleOf, people }: DemoContext): Promise<void> {
  const idOf = await people();
  const { schoolYearEnd } = config;
  const visible_until = lastDayOf(schoolYearOf(today(now), schoolYearEnd), schoolYearEnd);
  for (const list of Lists.parse(JSON.parse(readFileSync(join(import.meta.dirname, 'demo.json'), 'utf8')))) {
    const at = new Date(now.getTime() - list.days_ago * DAY);
    const [id, owner_id] = [newId(at), list.owner === '' ? null : idOf(list.owner)];
    await insertList(db, {
      ...{ id, owner_id, title: list.title, description: list.description, visibility: list.visibility },
      ...{ subjects: list.subjects, grades: list.grades, created_at: at, updated_at: at },
      ...(owner_id === null ? { district_id } : { school_id }),
      planned_for: list.planned_in_days === undefined ? null : shiftDay(today(now), list.planned_in_days),
    });
    const ranks = generateNKeysBetween(null, null, list.items.length);
    await insertItems(
      db,
      list.items.map((item, i) => ({
        ...contentOf(item, titleOf),
        ...{ id: newId(at), list_id: id, rank: ranks[i]!, added_by: owner_id, added_at: at },
        ...{ note_teacher: item.teacher, note_learner: item.learner, visible_to_learners: !item.hidden },
      })),
    );
    for (const { email, role } of list.members) await setMember(db, { list_id: id, person_id: idOf(email), role, added_at: at });
    const by = { list_id: id, created_by: owner_id, created_at: at };
    if (list.link !== undefined)
      await insertLink(db, {
        ...{ id: newId(at), ...by, kind: 'link', name: list.link, valid_until: visible_until },
        ...makeSecret({ secret }, normalizeCode(DEMO_LINK_CODE)),
      });
    if (list.release === undefined) continue;
    const class_id = await findClassNamed(db, school_id, list.release);
    await insertRelease(db, { id: newId(at), class_id, visible_until, ...by });
  }
}

export async function removeDemo({ db, people, since, district_id, removed }: DemoRemovalContext): Promise<void> {
  removed('media lists', (await removeListsOf(db, people)) + (await removeDistrictLists(db, district_id, since)));
}
