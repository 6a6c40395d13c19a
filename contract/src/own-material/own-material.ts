/** Endpoints for material that teachers upload for their school, including the statement of origin, sharing, and moderation by the school. */
import { z } from 'zod';
import { advancedView } from '../access.ts';
import { MediaItem } from '../catalogue/catalogue.ts';
import { EditRecord } from '../catalogue/edit.ts';
import { done, endpoint } from '../endpoint.ts';
import { byIdentifier, day, line, moment, named, version } from '../fields.ts';
import { Quota } from '../files/uploads.ts';
import { page, pageOf } from '../paging.ts';
import { MaterialRights } from '../catalogue/material-rights.ts';

/** Number of days during which removed material can be restored. */
export const RESTORE_DAYS = 30;
/** Maximum number of media of one teacher. */
export const MAX_MATERIAL = 1_000;

/** Catalogue fields that a teacher fills in for own material. */
export const MaterialRecord = EditRecord.pick({
  fn_titel: true,
  fn_kurztext: true,
  fn_text: true,
  fn_typ: true,
  fn_geb: true,
  fn_adressat: true,
  fn_sprache: true,
  fn_schlag: true,
  url: true,
});
export type MaterialRecord = z.output<typeof MaterialRecord>;

/** States of own material. `given` is visible to some classes, groups or colleagues; `school` is visible to the whole school. */
const MATERIAL_STATES = ['draft', 'given', 'school', 'removed'] as const;
export type MaterialState = (typeof MATERIAL_STATES)[number];

/** Own material in its author's editor. */
export const OwnMaterial = z.object({
  identifier: z.string(),
  version,
  record: MaterialRecord,
  /** Statement of origin. While it is null, the material stays a draft. */
  rights: MaterialRights.nullable(),
  state: z.enum(MATERIAL_STATES),
  /** Classes, groups, colleagues and assignments with which the material is shared. */
  places: z.object({
    classes: z.array(named(z.uuid())),
    groups: z.array(named(z.uuid())),
    people: z.array(named(z.uuid())),
    tasks: z.array(named(z.uuid()).extend({ class_id: z.uuid() })),
  }),
  changed_at: moment,
  /** German labels of the codes in the record. */
  labels: z.record(z.string(), z.string()),
});
export type OwnMaterial = z.output<typeof OwnMaterial>;

/** An entry in a list of material. */
export const MaterialEntry = z.object({
  identifier: z.string(),
  title: z.string(),
  /** Null if the user cannot currently open the material. */
  medium: MediaItem.nullable(),
  state: z.enum(MATERIAL_STATES),
  rights: MaterialRights.nullable(),
  /** Author; null if they have left the school. */
  maker: named(z.uuid()).nullable(),
  changed_at: moment,
  /** The side that removed the material: its author or the school. `removed_why` is the reason, `until` the last day on which it can be restored. */
  removed_by: z.enum(['maker', 'school']).nullable(),
  removed_why: z.string(),
  until: day.nullable(),
});
export type MaterialEntry = z.output<typeof MaterialEntry>;

const teacher = { access: 'teacher' } as const;
const administrator = { access: 'administrator', advancedView } as const;
const adding = { ...teacher, setting: 'OwnMaterial' } as const;
const expectedVersion = version.min(1);
const BASE = '/api/v1/own-material';

export const ownMaterial = {
  list: endpoint({
    method: 'GET',
    path: BASE,
    summary: 'Own material of the user, including drafts and removed material; last changed first',
    ...teacher,
    query: z.object(page),
    reply: pageOf(MaterialEntry).extend({ quota: Quota, can: z.object({ add: z.boolean() }) }),
  }),
  create: endpoint({
    method: 'POST',
    path: BASE,
    summary: 'Add own material as a draft visible to the user only',
    ...adding,
    body: z.object({ record: MaterialRecord, rights: MaterialRights.nullable().default(null) }),
    reply: OwnMaterial,
  }),
  read: endpoint({
    method: 'GET',
    path: `${BASE}/{identifier}`,
    summary: 'Own material of the user with all editable fields',
    ...teacher,
    params: byIdentifier,
    reply: OwnMaterial,
  }),
  change: endpoint({
    method: 'PUT',
    path: `${BASE}/{identifier}`,
    summary: 'Change own material; without the declaration of origin only as a draft',
    ...teacher,
    params: byIdentifier,
    body: z.object({ version: expectedVersion, record: MaterialRecord, rights: MaterialRights.nullable() }),
    reply: OwnMaterial,
  }),
  share: endpoint({
    method: 'POST',
    path: `${BASE}/{identifier}/share`,
    summary: 'Share own material with the whole school; requires content and the declaration of origin',
    ...adding,
    params: byIdentifier,
    reply: OwnMaterial,
  }),
  withdraw: endpoint({
    method: 'POST',
    path: `${BASE}/{identifier}/withdraw`,
    summary: 'Turn own material into a draft again, also for the classes, groups and colleagues who were given it',
    ...teacher,
    params: byIdentifier,
    reply: OwnMaterial,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${BASE}/{identifier}`,
    summary: `Delete own material; it can be restored for ${RESTORE_DAYS} days`,
    ...teacher,
    params: byIdentifier,
    reply: z.object({ removed: z.literal(true) }),
  }),
  restore: endpoint({
    method: 'POST',
    path: `${BASE}/{identifier}/restore`,
    summary: 'Restore own material the user deleted',
    ...teacher,
    params: byIdentifier,
    reply: z.object({ restored: z.literal(true) }),
  }),
  ofSchool: endpoint({
    method: 'GET',
    path: '/api/v1/schools/{id}/own-material',
    summary: 'All own material of a school, including removed material, without drafts of its members',
    ...administrator,
    params: z.object({ id: z.string().min(1).max(80) }),
    query: z.object({ ...page, q: line(100).default('') }),
    reply: pageOf(MaterialEntry),
  }),
  takeDown: endpoint({
    method: 'POST',
    path: `${BASE}/{identifier}/take-down`,
    summary: `Remove material of the school; its author is notified, and it can be restored for ${RESTORE_DAYS} days`,
    ...administrator,
    params: byIdentifier,
    body: z.object({ why: line(300).default('') }),
    reply: z.object({ removed: z.literal(true) }),
  }),
  reinstate: endpoint({
    method: 'POST',
    path: `${BASE}/{identifier}/reinstate`,
    summary: 'Restore removed material of the school',
    ...administrator,
    params: byIdentifier,
    reply: z.object({ restored: z.literal(true) }),
  }),
  transfer: endpoint({
    method: 'POST',
    path: `${BASE}/{identifier}/transfer`,
    summary: 'Transfer material of the school to another teacher',
    ...administrator,
    params: byIdentifier,
    body: z.object({ person_id: z.uuid() }),
    reply: z.object({ handed: z.literal(true) }),
  }),
  undoTransfer: endpoint({
    method: 'POST',
    path: `${BASE}/{identifier}/transfer/undo`,
    summary: 'Return material to its previous author, until the mail about the transfer is sent',
    ...administrator,
    params: byIdentifier,
    reply: done,
  }),
};
