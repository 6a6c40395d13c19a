/** Whoever came from a learning platform, as the rules know a visitor: nobody, at the school of the deployment (docs/decisions/0060-who-comes-from-a-learning-platform.md). */
import type { LtiTarget } from '@fundus/contract/lti/rules';
import { isOpen } from '@fundus/contract/schools/rules';
import type { Db } from '../db/open.ts';
import type { SignedIn } from '../http/context.ts';
import { findVisit } from './lti-repository.ts';

/** What a choice is answered to. */
export type Pick = { return_url: string; many: boolean; data: string | null; version: '1.3' };

export type LtiVisit = {
  id: string;
  platform: { id: string; name: string; issuer: string; client_id: string; deployment: string };
  target: LtiTarget | null;
  pick: Pick | null;
  /** Somebody of whom nothing is known: of the school, teaching or learning. `id` is that of the visit. */
  user: SignedIn;
};

export async function readVisit(db: Db, by: { token_hash: string } | { id: string }, now: Date): Promise<LtiVisit | undefined> {
  const row = await findVisit(db, by, now);
  if (!row || !isOpen(row.school_state)) return undefined;
  return {
    id: row.id,
    platform: {
      ...{ id: row.platform_id, name: row.platform_name, issuer: row.issuer, client_id: row.client_id },
      deployment: row.deployment,
    },
    target: row.target as LtiTarget | null,
    pick: row.pick as Pick | null,
    user: {
      ...{ id: row.id, role: row.role, school_admin: '0', district_admin: '0', vorname: '', name: '', email: '' },
      ...{ school_id: row.school_id, schulname: row.schulname, klassenID: null, district_id: row.district_id },
      ...{ licences: row.licences, show_jitsi: false, shared_classes: [], capabilities: [] },
    },
  };
}
