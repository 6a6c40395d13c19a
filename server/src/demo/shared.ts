/** Media people of the demo school gave to each other and to all of it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lastDayOf, schoolYearOf } from '@fundus/contract/classes/rules';
import { today } from '@fundus/contract/days';
import { z } from 'zod';
import { seedShared } from '../domains/shared-media/index.ts';
import type { Ctx } from '../http/context.ts';

const emails = z.array(z.string()).default([]);
const Shared = z.array(
  z.object({
    from: z.string(),
    to: emails,
    opened_by: emails,
    school: z.boolean().default(false),
    key: z.string(),
    message: z.string(),
    days_ago: z.int().min(0),
  }),
);

/** Throws where a person or a medium is missing. */
export async function makeDemoShared({ db, now, config }: Pick<Ctx, 'db' | 'now' | 'config'>, school_id: string): Promise<void> {
  const { schoolYearEnd } = config;
  const shared = Shared.parse(JSON.parse(readFileSync(join(import.meta.dirname, 'shared.json'), 'utf8')));
  const people = await db.selectFrom('person').select(['person.id', 'person.email']).limit(10_000).execute();
  const idOf = (email: string): string => {
    const found = people.find((person) => person.email === email);
    if (!found) throw new Error(`demo shared: nobody is ${email}`);
    return found.id;
  };
  const visible_until = lastDayOf(schoolYearOf(today(now), schoolYearEnd), schoolYearEnd);
  for (const { from, to, opened_by, school, key, message, days_ago } of shared) {
    const identifier = `FU-${key}`;
    const medium = await db.selectFrom('media_item').select('fn_titel').where('identifier', '=', identifier).executeTakeFirst();
    if (!medium) throw new Error(`demo shared: there is no ${identifier}`);
    await seedShared(
      db,
      {
        giver: { id: idOf(from), school_id },
        medium: { kind: 'media', identifier, title: medium.fn_titel },
        to: school ? 'school' : to.map(idOf),
        opened_by: opened_by.map(idOf),
        words: { message, visible_from: null, visible_until },
      },
      new Date(now.getTime() - days_ago * 86_400_000),
    );
  }
}
