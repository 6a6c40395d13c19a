/** Sets of the demo's lending point and briefings recorded there. */
import { shiftDay, today } from '@fundus/contract/days';
import { z } from 'zod';
import { newId } from '../../../db/new-id.ts';
import type { Db } from '../../../db/open.ts';
import { saveBriefing } from '../orders/briefing-repository.ts';
import { insertTemplate, setTemplateModels } from '../cart/template-repository.ts';

/** A set with one device of each model. `models` are device code prefixes. */
export const DemoTemplate = z.strictObject({ name: z.string(), words: z.string(), models: z.array(z.string()) });
/** Briefing of an account on a model. `code` is a device code prefix. */
export const DemoBriefing = z.strictObject({ code: z.string(), by: z.string() });

type What = {
  templates: readonly z.output<typeof DemoTemplate>[];
  briefings: readonly z.output<typeof DemoBriefing>[];
  modelOf: (code: string) => string;
  personOf: (email: string) => string;
  point_id: string;
  now: Date;
};

export async function makeSets(db: Db, { templates, briefings, modelOf, personOf, point_id, now }: What): Promise<void> {
  for (const { name, words, models } of templates) {
    const id = newId(now);
    await insertTemplate(db, { id, point_id, name, words });
    await setTemplateModels(
      db,
      id,
      models.map((code) => ({ model: modelOf(code), quantity: 1 })),
    );
  }
  for (const { code, by } of briefings)
    await saveBriefing(db, { id: newId(now), model_id: modelOf(code), person_id: personOf(by), given_on: shiftDay(today(now), -30) });
}
