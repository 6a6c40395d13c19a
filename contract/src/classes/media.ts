/** Media that are shared with a class (docs/behaviour/classes.md#media-of-a-class). */
import { z } from 'zod';
import { advancedView } from '../access.ts';
import { byId, count, day, identifier, moment, text, version, versionInQuery } from '../fields.ts';
import { ClassSeats } from '../licences/seats.ts';
import { MediaItem } from '../catalogue/catalogue.ts';
import { ExcerptOf, hasMediaOrExcerpts } from '../catalogue/excerpts.ts';
import { CLASS_MEDIA_KINDS, NOTE_LENGTH } from './rules.ts';
import { done, endpoint } from '../endpoint.ts';

/** Values of a query parameter, joined with `|`. */
const joined = z
  .string()
  .max(8_000)
  .transform((values) => values.split('|').filter(Boolean));

const note = text(NOTE_LENGTH);
const entry = byId.extend({ entryId: z.uuid() });

/** Note and availability of a shared medium. Omitted fields stay unchanged, or are empty for a newly shared medium. */
const terms = {
  note: note.optional(),
  /** First and last day, both inclusive. `null` means immediately, or until the end of the school year. */
  visible_from: day.nullable().optional(),
  visible_until: day.nullable().optional(),
  /** True if learners may download the medium, provided that the licence allows it. */
  can_download: z.boolean().optional(),
};

export const ClassMedium = z.object({
  id: z.uuid(),
  /** Path segment in `/class/{id}/{kind}/{identifier}`. */
  kind: z.enum(CLASS_MEDIA_KINDS),
  identifier: z.string(),
  /** Card of the medium, or `null` if the catalogue no longer contains it. */
  item: MediaItem.nullable(),
  title: z.string(),
  /** Excerpt that is shared, or `null` for the whole medium. */
  excerpt: ExcerptOf.nullable(),
  note: z.string(),
  visible_from: day.nullable(),
  visible_until: day.nullable(),
  can_download: z.boolean(),
  /** Name of the user who shared the medium. Empty for learners. */
  shared_by: z.string(),
  shared_at: moment,
  /**
   * Availability for learners. `hidden` means outside its days, `no_licence` not licensed for learners, and `no_seats` no seats for this class.
   * Learners receive only `shown`.
   */
  state: z.enum(['shown', 'hidden', 'no_licence', 'no_seats']),
  /** Set for teachers if the medium needs seats. */
  seats: ClassSeats.nullable(),
  version,
});
export type ClassMedium = z.output<typeof ClassMedium>;

/** Maximum number of entries that a call can create: fifty media for fifty classes. */
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
        /** Identifiers of media. Together with `excerpts`, at least one and at most fifty. */
        media: z.array(identifier).max(50).default([]),
        /** IDs of the user's own excerpts or of excerpts shared with the user. They are copied. */
        excerpts: z.array(z.uuid()).max(50).default([]),
        ...terms,
        /** True to assign free seats to the learners of these classes if the medium needs seats. */
        seats: z.boolean().default(false),
      })
      .refine(hasMediaOrExcerpts(50), { path: ['media'], message: 'required' }),
    /** `unlicensed` lists media that are shared but hidden from learners until there is a licence. */
    reply: z.object({
      /** Number of entries that are new to the classes. */
      shared: count,
      /** Number of entries that the classes already had. */
      had: count,
      /** IDs of the new entries, with which the call can be undone. */
      given: z.array(z.uuid()),
      /** `seated` is the number of learners who received a seat, and `without_seat` of those who did not. */
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
