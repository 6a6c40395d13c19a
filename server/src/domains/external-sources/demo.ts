/**
 * Adds all built-in sources to the demo district. They are turned off, because a demo may have no network and must not send requests without consent.
 */
import { KNOWN_SOURCES } from '@fundus/contract/external-sources/sources';
import { newId } from '../../db/new-id.ts';
import type { DemoContext, DemoRemovalContext } from '../../domain.ts';
import { insertSource, removeSourcesOf } from './repository.ts';

export async function makeDemo({ db, now, district_id }: DemoContext): Promise<void> {
  for (const [rank, { kind, label, address, scope, advertising }] of KNOWN_SOURCES.entries())
    await insertSource(
      db,
      { id: newId(now), districtId: district_id, rank },
      { kind, label, address, scope, advertising, account: '', key_sealed: null, enabled: false, teachers_only: false, sign_in: false },
      { now, personId: null },
    );
}

export async function removeDemo({ db, people, district_id, removed }: DemoRemovalContext): Promise<void> {
  removed('external sources', await removeSourcesOf(db, district_id, people));
}
