/** Sample requests for all calls of media lists. They use a list of a colleague that the whole school can see. */
import { createHash, randomBytes } from 'node:crypto';
import { newId } from '../../db/new-id.ts';
import { makeSecret } from '../../domains/medialists/sharing/links.ts';
import type { TestPortal } from '../index.ts';
import type { Sample, SampleWorld as World } from './sample-world.ts';

export function listSamples(portal: TestPortal, classOf: (w: World) => Promise<{ params: object }>) {
  const db = () => portal.portal.db;

  async function listOf(w: World, about: { archived?: boolean } = {}) {
    const [id, itemId, userId, releaseId, now] = [newId(), newId(), await w.person(), newId(), new Date()];
    const owner_id = await w.person();
    const times = { created_at: now, updated_at: now };
    await db()
      .insertInto('medialist')
      .values({ id, school_id: w.school, owner_id, title: 'Vulkane', visibility: 'school', ...times, ...about })
      .execute();
    const item = { id: itemId, list_id: id, rank: 'a0', kind: 'media' as const, identifier: 'm-1', title: 'Ein Film', added_at: now };
    await db().insertInto('medialist_item').values(item).execute();
    await db().insertInto('medialist_member').values({ list_id: id, person_id: userId, role: 'viewer', added_at: now }).execute();
    await db()
      .insertInto('medialist_release')
      .values({ id: releaseId, list_id: id, visible_until: '2099-01-01', created_at: now })
      .execute();
    const linkId = newId();
    await db()
      .insertInto('medialist_link')
      .values({ id: linkId, list_id: id, kind: 'link', ...makeSecret(portal.portal), valid_until: '2099-01-01', created_at: now })
      .execute();
    return { id, itemId, userId, releaseId, linkId, colleague: await w.person() };
  }

  /** Returns the session cookie of a visitor with a share link to a list of the school. */
  async function linkSessionOf(w: World): Promise<string> {
    const [{ linkId }, now, sid] = [await listOf(w), new Date(), randomBytes(32).toString('base64url')];
    const id_hash = createHash('sha256').update(sid).digest('hex');
    const times = { created_at: now, last_seen_at: now, expires_at: new Date(now.getTime() + 3_600_000) };
    await db()
      .insertInto('session')
      .values({ id_hash, link_id: linkId, stay: false, ...times })
      .execute();
    return sid;
  }

  const of =
    (body?: object | ((list: Awaited<ReturnType<typeof listOf>>) => object), about = {}) =>
    async (w: World): Promise<Sample> => {
      const { colleague, ...params } = await listOf(w, about);
      return { params, ...(body && { body: typeof body === 'function' ? body({ colleague, ...params }) : body }) };
    };
  const medium = { kind: 'medium', identifier: 'm-1' };

  return {
    linkSessionOf,
    'medialists.addItems': of({ items: [medium], force: true }),
    'medialists.addToLists': of(({ id }) => ({ lists: [id], items: [medium] })),
    'medialists.archive': of(),
    'medialists.change': of({ version: 1, title: 'Neu' }),
    'medialists.changeItem': of({ version: 1, note_learner: 'Achte auf den Ton.' }),
    'medialists.changeRelease': of({ visible_until: null }),
    'medialists.changeLink': of({ name: 'Für Eltern' }),
    'medialists.check': of(),
    'medialists.copy': of({}),
    'medialists.copyItems': async (w: World) => {
      const [from, to] = [await listOf(w), await listOf(w)];
      return { params: { id: from.id }, body: { items: [from.itemId], lists: [to.id] } };
    },
    'medialists.create': { body: { title: 'Vulkane' } },
    'medialists.createLink': of({ name: 'Für Eltern' }),
    'medialists.events': of(),
    'medialists.export': of(),
    'medialists.handOver': of(({ colleague }) => ({ person_id: colleague })),
    'medialists.linkQr': of(),
    'medialists.linkedMedium': { params: { identifier: 'm-1' } },
    'medialists.links': of(),
    'medialists.moveItem': of({ after_id: null }),
    'medialists.moveItems': of(({ itemId }) => ({ items: [itemId], after_id: null })),
    'medialists.openLink': { body: { code: 'CCCC-CCCC' } },
    'medialists.read': of(),
    'medialists.release': of({ school: true }),
    'medialists.releasedTo': (w: World) => classOf(w) as Promise<Sample>,
    'medialists.remove': of(),
    'medialists.removeItem': of(),
    'medialists.removeItems': of(({ itemId }) => ({ items: [itemId] })),
    'medialists.removeMember': of(),
    'medialists.replaceItem': of({ identifier: 'm-1' }),
    'medialists.restore': of(undefined, { archived: true }),
    'medialists.restoreItems': of(({ itemId }) => ({ items: [itemId] })),
    'medialists.revokeLink': of(),
    'medialists.revokeRelease': of(),
    'medialists.setMember': of({ role: 'viewer' }),
    'medialists.sharing': of(),
    'medialists.showItems': of(({ itemId }) => ({ items: [itemId], visible_to_learners: false })),
  };
}
