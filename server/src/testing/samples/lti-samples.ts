/** Sample requests for all calls of learning platforms. They use a platform of the district and a visitor who selects content for it. */
import { randomBytes } from 'node:crypto';
import { newId } from '../../db/new-id.ts';
import { hashSecret } from '../../domains/lti/hash-of.ts';
import type { TestPortal } from '../index.ts';
import type { Sample, SampleWorld as World } from './sample-world.ts';

const FIELDS = {
  name: 'Moodle',
  client_id: 'portal',
  auth_url: 'https://moodle.example/auth',
  jwks_url: 'https://moodle.example/jwks',
};

export function ltiSamples(portal: TestPortal, classOf: (w: World) => Promise<{ id: string }>) {
  const db = () => portal.portal.db;

  async function platformOf(w: World) {
    const [id, deploymentId, now] = [newId(), newId(), new Date()];
    const row = { ...FIELDS, id, district_id: w.district, issuer: `https://${id}.example`, created_at: now };
    await db().insertInto('lti_platform').values(row).execute();
    const deployment = { id: deploymentId, platform_id: id, deployment: '1', school_id: w.school, first_seen_at: now };
    await db().insertInto('lti_deployment').values(deployment).execute();
    return { id, deploymentId };
  }

  /** Returns the visit token of a teacher who selects content. */
  async function visitOf(w: World): Promise<string> {
    const [{ deploymentId }, token, now] = [await platformOf(w), randomBytes(32).toString('base64url'), new Date()];
    const pick = { return_url: 'https://moodle.example/return', many: true, data: null, version: '1.3' };
    await db()
      .insertInto('lti_visit')
      .values({
        ...{ id: newId(), deployment_id: deploymentId, school_id: w.school, role: 'L', pick: JSON.stringify(pick) },
        ...{ context: '2', course: JSON.stringify({ id: '2', title: 'Biologie 7a', link: '', roster: '', lineitem: '', lineitems: '' }) },
        ...{ token_hash: hashSecret(token), begun_at: now, expires_at: new Date(now.getTime() + 3_600_000) },
      })
      .execute();
    return token;
  }

  const of =
    (body?: object) =>
    async (w: World): Promise<Sample> => ({ params: await platformOf(w), ...(body && { body }) });

  return {
    visitOf,
    'lti.begin': { body: { code: 'c'.repeat(43) } },
    'lti.medium': { params: { identifier: 'm-1' } },
    'lti.connect': { body: { code: 'CDFG-HJKL-MNPQ-RT' } },
    'lti.courses': async (w: World) => ({ params: await classOf(w) }),
    'lti.inviteCourse': async (w: World) => {
      await platformOf(w);
      return { params: await classOf(w) };
    },
    'lti.leaveCourse': async (w: World) => ({ params: { ...(await classOf(w)), courseId: newId() } }),
    'lti.units': { params: { stepId: newId() } },
    'lti.report': { params: { stepId: newId() }, body: { event: 'open' } },
    'lti.sendGradesAgain': of(),
    'lti.deepLink': { body: { items: [] } },
    'lti.addKey': (w: World) => ({ body: { name: 'Alte Plattform', origins: ['https://alt.example'], school_id: w.school } }),
    'lti.addPlatform': (w: World) => ({ body: { ...FIELDS, issuer: `https://${newId()}.example`, deployment: '1', school_id: w.school } }),
    'lti.changePlatform': of({ version: 1, name: 'Anders' }),
    'lti.removePlatform': of(),
    'lti.setDeployment': of({ school_id: null }),
    'lti.invitePlatform': (w: World) => ({ body: { school_id: w.school } }),
    'lti.removeRegistration': async (w: World) => {
      const id = newId();
      const row = { id, district_id: w.district, school_id: w.school, token_hash: id, expires_at: new Date(Date.now() + 3_600_000) };
      await db().insertInto('lti_registration').values(row).execute();
      return { params: { id } };
    },
  };
}
