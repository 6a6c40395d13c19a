/** Sample requests for calls of notices and of maintenance. They use a notice to a person at the school, and a step that does not exist. */
import { newId } from '../../db/new-id.ts';
import type { TestPortal } from '../index.ts';
import type { Sample, SampleWorld as World } from './sample-world.ts';

/** A push subscription with the keys of RFC 8291, appendix A. */
export const BROWSER = {
  endpoint: 'https://push.example/send/abc',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
};

export const noticeSamples = ({ portal }: TestPortal) => ({
  'routines.run': { params: { name: 'nothing' } },
  'routines.retryJob': { params: { id: newId() } },
  'routines.retryJobs': { body: { kind: 'nothing' } },
  'notices.markAllRead': { body: { until: '2026-01-01T00:00:00Z' } },
  'notices.addBrowser': { body: BROWSER },
  'notices.removeBrowser': async (w: World): Promise<Sample> => {
    const id = newId();
    await portal.db
      .insertInto('push_subscription')
      .values({ id, person_id: await w.person(), ...BROWSER, endpoint: `${BROWSER.endpoint}/${id}`, created_at: new Date() })
      .execute();
    return { params: { id } };
  },
  'notices.setRead': async (w: World): Promise<Sample> => {
    const [id, person_id] = [newId(), await w.person()];
    await portal.db
      .insertInto('notice')
      .values({ id, person_id, template: 'accountKept', title: 'Ihr Konto bleibt', created_at: new Date() })
      .execute();
    return { params: { id }, body: { read: true } };
  },
});
