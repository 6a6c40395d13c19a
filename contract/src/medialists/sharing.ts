/** Members of a media list, and releases to learners (docs/behaviour/medialists.md). */
import { z } from 'zod';
import { advancedView } from '../access.ts';
import { byId, count, day, moment, named } from '../fields.ts';
import { done, endpoint } from '../endpoint.ts';
import { MEMBER_RIGHTS, RELEASE_STATES, RELEASE_TARGETS } from './rules.ts';

export const ListMember = z.object({ id: z.uuid(), name: z.string(), detail: z.string(), role: z.enum(MEMBER_RIGHTS) });
export type ListMember = z.output<typeof ListMember>;

export const Release = z.object({
  id: z.uuid(),
  target: z.enum(RELEASE_TARGETS),
  /** ID of the class, group or learner's membership, or `null` for the school. */
  target_id: z.uuid().nullable(),
  /** Name of the target, such as *8b*, *8b · Gruppe Nord* or the name of the school. */
  name: z.string(),
  /** Class of the target, or `null` for the school. */
  class: named(z.uuid()).nullable(),
  visible_from: day.nullable(),
  visible_until: day,
  can_download: z.boolean(),
  state: z.enum(RELEASE_STATES),
  created_by: z.string(),
  can: z.object({ change: z.boolean() }),
});
export type Release = z.output<typeof Release>;

/**
 * First and last day, both inclusive. `null` means immediately, or until the end of the school year. Omitted fields are not changed, and are `null`
 * for a new release.
 */
const terms = {
  visible_from: day.nullable().optional(),
  visible_until: day.nullable().optional(),
  /** True if learners may download the media, provided that the licence allows it. */
  can_download: z.boolean().optional(),
};
const released = byId.extend({ releaseId: z.uuid() });

export const medialistSharing = {
  sharing: endpoint({
    method: 'GET',
    path: '/api/v1/medialists/{id}/sharing',
    summary: 'Members and releases of a list; users who do not manage it get releases of their own classes only',
    access: 'user',
    params: byId,
    reply: z.object({ members: z.array(ListMember), releases: z.array(Release) }),
  }),
  setMember: endpoint({
    method: 'PUT',
    path: '/api/v1/medialists/{id}/members/{userId}',
    summary: 'Give a colleague of the school read or write access to a list',
    access: 'user',
    params: byId.extend({ userId: z.uuid() }),
    body: z.object({ role: z.enum(MEMBER_RIGHTS) }),
    reply: ListMember,
  }),
  removeMember: endpoint({
    method: 'DELETE',
    path: '/api/v1/medialists/{id}/members/{userId}',
    summary: 'Remove a member of a list; members may leave',
    access: 'user',
    params: byId.extend({ userId: z.uuid() }),
    reply: done,
  }),
  release: endpoint({
    method: 'POST',
    path: '/api/v1/medialists/{id}/releases',
    summary: 'Release a list to classes, groups, learners or the whole school; for existing releases only the given terms change',
    access: 'user',
    advancedView,
    params: byId,
    body: z
      .object({
        classes: z.array(z.uuid()).max(50).default([]),
        groups: z.array(z.uuid()).max(50).default([]),
        /** IDs of memberships in classes. */
        learners: z.array(z.uuid()).max(200).default([]),
        school: z.boolean().default(false),
        ...terms,
      })
      .refine((to) => to.school || to.classes.length + to.groups.length + to.learners.length > 0, {
        path: ['classes'],
        message: 'required',
      }),
    reply: z.object({
      releases: z.array(Release),
      /** Media that learners of these classes cannot open today. */
      unlicensed: z.array(z.object({ identifier: z.string(), title: z.string() })),
    }),
  }),
  changeRelease: endpoint({
    method: 'PATCH',
    path: '/api/v1/medialists/{id}/releases/{releaseId}',
    summary: 'Change the days of a release; absent fields stay as they are',
    access: 'user',
    advancedView,
    params: released,
    body: z.object(terms),
    reply: Release,
  }),
  revokeRelease: endpoint({
    method: 'DELETE',
    path: '/api/v1/medialists/{id}/releases/{releaseId}',
    summary: 'Revoke a release',
    access: 'user',
    advancedView,
    params: released,
    reply: done,
  }),
  releasedTo: endpoint({
    method: 'GET',
    path: '/api/v1/classes/{id}/medialists',
    summary: 'Lists released to a class, newest first; learners get those available today',
    access: 'user',
    codes: true,
    params: byId,
    reply: z.object({
      items: z.array(
        z.object({
          id: z.uuid(),
          title: z.string(),
          /** Number of items visible to learners. */
          items: count,
          cover: z.string().nullable(),
          released_at: moment,
          /** Releases to this class. Empty for learners. */
          releases: z.array(Release),
        }),
      ),
    }),
  }),
};
