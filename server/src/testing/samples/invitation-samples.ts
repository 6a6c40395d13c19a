/** Sample requests for calls of invitations. They use invitations to the school. */
import type { TestPortal } from '../index.ts';
import type { Sample, SampleWorld } from './sample-world.ts';

export const invitationSamples = ({ portal }: TestPortal): Record<string, (w: SampleWorld) => Sample | Promise<Sample>> => ({
  'invitations.show': async (w) => ({ params: { id: await w.invitation() } }),
  'invitations.accept': async (w) => ({ params: { id: await w.invitation() } }),
  'invitations.decline': async (w) => ({ params: { id: await w.invitation({ kind: 'personal', email: 'jemand@x.example' }) } }),
  'invitations.list': (w) => ({ query: { school: w.school } }),
  'invitations.exportList': (w) => ({ query: { school: w.school } }),
  'invitations.create': (w) => ({ body: { kind: 'link', role: 'teacher', school: w.school } }),
  'invitations.bulk': (w) => ({ body: { role: 'teacher', school: w.school, lines: 'neu@x.example' } }),
  'invitations.administrators': (w) => ({ body: { schools: [w.school], dry_run: true } }),
  'invitations.resend': async (w) => ({ params: { id: await w.invitation() } }),
  'invitations.revoke': async (w) => ({ params: { id: await w.invitation() } }),
  'invitations.applications': (w) => ({ query: { school: w.school } }),
  'invitations.decide': async (w) => {
    const [invitation_id, person_id] = [await w.invitation(), await w.person({ school_id: null })];
    await portal.db.insertInto('invitation_use').values({ invitation_id, person_id, state: 'waiting', at: new Date() }).execute();
    return { params: { id: invitation_id, personId: person_id }, body: { decision: 'confirmed' } };
  },
  'invitations.undoDecision': async (w) => {
    const [invitation_id, person_id] = [await w.invitation(), await w.person({ school_id: null })];
    await portal.db.insertInto('invitation_use').values({ invitation_id, person_id, state: 'rejected', at: new Date() }).execute();
    return { params: { id: invitation_id, personId: person_id } };
  },
});
