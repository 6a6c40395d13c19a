/**
 * Sample requests for all calls of external sources and of their administration. They use a source of the district. No request is sent to its
 * address.
 */
import { newId } from '../../db/new-id.ts';
import type { TestPortal } from '../index.ts';
import type { SampleWorld as World } from './sample-world.ts';

const NOWHERE = 'https://127.0.0.1/';
const SOURCE = { kind: 'commons', label: 'Bilder', address: NOWHERE } as const;

export const sourceSamples = (portal: TestPortal) => {
  const sourceOf = async (w: World): Promise<string> => {
    const id = newId();
    await portal.portal.db
      .insertInto('external_source')
      .values({
        ...{ id, district_id: w.district, ...SOURCE, scope: '', account: '', rank: 0, changed_at: new Date() },
        ...{ enabled: false, teachers_only: false, advertising: false, sign_in: false },
      })
      .execute();
    return id;
  };
  return {
    'signOn.readMetadata': { body: { source: '<x/>' } },
    'signOn.decide': async (w: World) => {
      const paused = { provider: 'land', school_id: w.school, state: 'waiting', known: 9, missing: 3, since: new Date() } as const;
      await portal.portal.db.insertInto('paused_school').values(paused).execute();
      return { params: { provider: 'land', school_id: w.school }, body: { decision: 'rejected', missing: 3 } };
    },
    'exchange.read': {},
    'exchange.change': { body: { exported: true } },
    'externalSources.remoteSearch': { query: { q: 'Wasser' } },
    'externalSources.open': { params: { id: newId() }, query: { identifier: 'm-1' } },
    'externalSources.create': { body: SOURCE },
    'externalSources.order': { body: { ids: [] } },
    'externalSources.test': { body: { ...SOURCE, q: 'Wasser' } },
    'externalSources.change': async (w: World) => ({ params: { id: await sourceOf(w) }, body: { ...SOURCE, version: 1 } }),
    'externalSources.remove': async (w: World) => ({ params: { id: await sourceOf(w) } }),
  };
};
