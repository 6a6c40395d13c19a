/** Media shared with a class (docs/behaviour/classes.md#media-of-a-class). */
import { z } from 'zod';
import { advancedView } from '../access.ts';
import { byId, count, day, identifier, moment, text, version, versionInQuery } from '../fields.ts';
import { ClassSeats } from '../licences/seats.ts';
import { MediaItem } from '../catalogue/catalogue.ts';
import { ExcerptOf, namesSome } from '../catalogue/excerpts.ts';
import { CLASS_MEDIA_KINDS, NOTE_LENGTH } from './rules.ts';
import { done, endpoint } from '../endpoint.ts';

/** Values of a query joined with `|`. */
const joined = z
  .string()
  .max(8_000)
  .transform((values) => values.split('|').filter(Boolean));

const note = text(NOTE_LENGTH);
const entry = byId.extend({ entryId: z.uuid() });

/** Note and availability of a shared medium. Absent fields stay unchanged, or are empty for a new one. */
const terms = {
  note: note.optional(),
  /** First and last day, inclusive. Null means immediately, and until the end of the school year. */
  visible_from: day.nullable().optional(),
  visible_until: day.nullable().optional(),
  /** Has an effect only if the licence lets learners download. */
  can_download: z.boolean().optional(),
};

export const ClassMedium = z.object({
  id: z.uuid(),
  /** Path segment in the class: `/class/{id}/{kind}/{identifier}`. */
  kind: z.enum(CLASS_MEDIA_KINDS),
  identifier: z.string(),
  /** The card; null if the medium has left the catalogue. */
  item: MediaItem.nullable(),
  title: z.string(),
  /** The shared part, or null for the whole medium. */
  excerpt: ExcerptOf.nullable(),
  note: z.string(),
  visible_from: day.nullable(),
  visible_until: day.nullable(),
  can_download: z.boolean(),
  /** Name of the user who shared it; empty for learners. */
  shared_by: z.string(),
  shared_at: moment,
  /**
   * For teachers: `hidden` is outside its days, `no_licence` not licensed for learners, `no_seats` licensed by the school without a seat for this
   * class. Learners only receive `shown`.
   */
  state: z.enum(['shown', 'hidden', 'no_licence', 'no_seats']),
  /** For teachers, if the medium needs seats. */
  seats: ClassSeats.nullable(),
  version,
});
export type ClassMedium = z.output<typeof ClassMedium>;

/** Fifty media for fifty classes. */
const MAX_GIVEN_AT_ONCE = 2_500;

export const classMedia = {
  media: endpoint({
    method: 'GET',
    path: '/api/v1/classes/{id}/media',
    summary: 'Media of a class in their order; learners get those visible and usable today',
    access: 'user',
    codes: true,
    params: byId,
    reply: z.object({ items: z.array(ClassMedium), order_version: version }),
  }),
  share: endpoint({
    method: 'POST',
    path: '/api/v1/classes/media',
    summary: 'Share media with classes; for media a class already has, only the given terms change',
    access: 'user',
    advancedView,
    body: z
      .object({
        classes: z.array(z.uuid()).min(1).max(50),
        /** Together with excerpts, at least one and at most fifty. */
        media: z.array(identifier).max(50).default([]),
        /** Own excerpts, or those shared with the user, which are copied. */
        excerpts: z.array(z.uuid()).max(50).default([]),
        ...terms,
        /** Assigns available seats to the learners of these classes if the medium needs them. */
        seats: z.boolean().default(false),
      })
      .refine(namesSome(50), { path: ['media'], message: 'required' }),
    /** `unlicensed`: saved, but hidden from learners of these classes until there is a licence. */
    reply: z.object({
      /** Number of entries that are new to the classes. */
      shared: count,
      /** Number of entries the classes already had. */
      had: count,
      /** Ids of new entries, for undoing. */
      given: z.array(z.uuid()),
      /** Number of learners who got a seat, and of those who did not. */
      seated: count,
      without_seat: count,
      unlicensed: z.array(z.object({ identifier: z.string(), title: z.string() })),
    }),
  }),
  unshare: endpoint({
    method: 'POST',
    path: '/api/v1/classes/media/unshare',
    summary: 'Undo a share; entries changed since stay, and unused seats assigned with it are returned',
    access: 'user',
    advancedView,
    body: z.object({ given: z.array(z.uuid()).min(1).max(MAX_GIVEN_AT_ONCE), seats: z.boolean().default(false) }),
    reply: z.object({ removed: count }),
  }),
  needs: endpoint({
    method: 'GET',
    path: '/api/v1/classes/seats',
    summary: 'Seats that classes need for media with seats, and free ones; media usable without a seat are omitted',
    access: 'user',
    advancedView,
    query: z.object({ classes: joined.pipe(z.array(z.uuid()).min(1).max(50)), media: joined.pipe(z.array(identifier).min(1).max(50)) }),
    reply: z.object({
      items: z.array(z.object({ identifier: z.string(), title: z.string(), needed: count, free: count.nullable(), may: z.boolean() })),
    }),
  }),
  assignSeats: endpoint({
    method: 'POST',
    path: '/api/v1/classes/{id}/media/{entryId}/seats',
    summary:
      'Assign each learner of a class a seat of a medium; with `partial` as many as are free. Later members get a seat while one is free',
    access: 'user',
    advancedView,
    params: entry,
    body: z.object({ partial: z.boolean().default(false) }),
    reply: ClassMedium,
  }),
  takeSeatsBack: endpoint({
    method: 'DELETE',
    path: '/api/v1/classes/{id}/media/{entryId}/seats',
    summary: 'Take back the seats of a class: unused ones always, used ones if portal and licence allow it; `kept` stay with their holders',
    access: 'user',
    advancedView,
    params: entry,
    reply: z.object({ returned: count, kept: count }),
  }),
  changeMedium: endpoint({
    method: 'PATCH',
    path: '/api/v1/classes/{id}/media/{entryId}',
    summary: 'Change the terms of a medium in a class; absent fields stay as they are, `version` is the version the user edited',
    access: 'user',
    advancedView,
    params: entry,
    body: z.object({ ...terms, version }),
    reply: ClassMedium,
  }),
  orderMedia: endpoint({
    method: 'PUT',
    path: '/api/v1/classes/{id}/media',
    summary: 'Reorder the media of a class; `version` is that of the order the user saw',
    access: 'user',
    advancedView,
    params: byId,
    body: z.object({ order: z.array(z.uuid()).max(500), version }),
    reply: z.object({ version }),
  }),
  removeMedium: endpoint({
    method: 'DELETE',
    path: '/api/v1/classes/{id}/media/{entryId}',
    summary: 'Remove a medium from a class; `version` is the version the user saw',
    access: 'user',
    advancedView,
    params: entry,
    query: z.object({ version: versionInQuery }),
    reply: done,
  }),
};
