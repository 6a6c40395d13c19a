/** Shared media of the demo school. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lastDayOf, schoolYearOf } from '@fundus/contract/classes/rules';
import { today, DAY } from '@fundus/contract/days';
import { z } from 'zod';
import { none, type DemoContext } from '../../domain.ts';
import { seedShared } from './seed.ts';

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

/** Creates the shares of the demo. Throws if a user or a medium is missing. */
export async function makeDemo({ db, now, config, school_id, titleOf, people }: DemoContext): Promise<void> {
  const { schoolYearEnd } = config;
  const shared = Shared.parse(JSON.parse(readFileSync(join(import.meta.dirname, 'demo.json'), 'utf8')));
  const idOf = await people();
  const visible_until = lastDayOf(schoolYearOf(today(now), schoolYearEnd), schoolYearEnd);
  for (const { from, to, opened_by, school, key, message, days_ago } of shared) {
    const identifier = `FU-${key}`;
    await seedShared(
      db,
      {
        giver: { id: idOf(from), school_id },
        medium: { kind: 'media', identifier, title: titleOf(identifier) },
        to: school ? 'school' : to.map(idOf),
        opened_by: opened_by.map(idOf),
        words: { message, visible_from: null, visible_until },
      },
      new Date(now.getTime() - days_ago * DAY),
    );
  }
}

/** Nothing to remove, because shares are deleted with their users. */
export const removeDemo = none;
