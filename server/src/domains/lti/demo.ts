/** Learning platform of the demo school. It is only displayed. */
import { newId } from '../../db/new-id.ts';
import type { DemoContext, DemoRemovalContext } from '../../domain.ts';
import { insertDeployment, insertPlatform } from './platform-repository.ts';
import { removeByIssuer } from './demo-repository.ts';

const ISSUER = 'https://moodle.beispielschule.example';

export async function makeDemo({ db, now, school_id, district_id }: DemoContext): Promise<void> {
  const id = newId(now);
  const row = {
    id,
    district_id,
    name: 'Moodle der Schule',
    product: 'moodle',
    issuer: ISSUER,
    client_id: 'Xy7mQ2rT9kLpB4w',
    created_at: now,
  };
  const at = (script: string): string => `${ISSUER}/mod/lti/${script}.php`;
  await insertPlatform(db, { ...row, origins: [ISSUER], auth_url: at('auth'), token_url: at('token'), jwks_url: at('certs') });
  for (const [deployment, school] of [
    ['1', school_id],
    ['2', null],
  ] as const)
    await insertDeployment(db, { id: newId(now), platform_id: id, deployment, school_id: school, first_seen_at: now });
}

/** Removes the platform with its users. */
export async function removeDemo({ db, removed }: DemoRemovalContext): Promise<void> {
  removed('learning platforms', await removeByIssuer(db, ISSUER));
}
