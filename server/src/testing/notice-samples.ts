/** For the calls of notices something to ask them with, one to somebody of the school, and a routine that is not there. */
import { newId } from '../db/new-id.ts';
import type { TestPortal } from './index.ts';
import type { Sample, SampleWorld as World } from './sample-world.ts';

export const noticeSamples = ({ portal }: TestPortal) => ({
  'routines.run': { params: { name: 'nothing' } },
  'notices.readAll': { body: { until: '2026-01-01T00:00:00Z' } },
  'notices.setRead': async (w: World): Promise<Sample> => {
    const [id, person_id] = [newId(), await w.person()];
    await portal.db
      .insertInto('notice')
      .values({ id, person_id, template: 'accountKept', title: 'Ihr Konto bleibt', created_at: new Date() })
      .execute();
    return { params: { id }, body: { read: true } };
  },
});
