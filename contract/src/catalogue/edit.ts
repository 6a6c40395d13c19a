/** Manual editing of the catalogue with bulk changes and history. Field names follow the specification (§3). */
import { z } from 'zod';
import { byId, byIdentifier, day, identifier, moment, version } from '../fields.ts';
import { SearchWords } from './catalogue.ts';
import { endpoint } from '../endpoint.ts';
import { MEDIA_FIELDS, MediaRecord, RecordSequence } from './media-record.ts';
import { tableQuery } from '../table-file.ts';

/** Maximum number of media in a bulk change. */
export const MAX_BULK = 500;

/** Editor form of a schema. Every field is required, and an optional field is `null` if it is empty. */
type Editable<S> = {
  [F in keyof S]: S[F] extends z.ZodOptional<z.ZodNullable<infer T extends z.ZodType>> ? z.ZodDefault<z.ZodNullable<T>> : S[F];
};

const editable = <S extends Record<string, z.ZodType>>(fields: S): Editable<S> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      field instanceof z.ZodOptional ? z.nullable((field.unwrap() as z.ZodNullable<z.ZodType>).unwrap()).default(null) : field,
    ]),
  ) as Editable<S>;

/** Editable fields of a record. Files and licences have their own endpoints. */
export const EditRecord = z.object({
  ...editable(MEDIA_FIELDS),
  published: day,
  /** True if the medium is free for everyone. Otherwise its licences decide. */
  free: z.boolean(),
  sequences: z.array(RecordSequence).max(500).default([]),
});
export type EditRecord = z.output<typeof EditRecord>;
export type EditField = keyof EditRecord;
export const EDIT_FIELDS = Object.keys(EditRecord.shape) as [EditField, ...EditField[]];

/** Record in the editor. `version` must be sent with every change (optimistic locking). */
export const EditMedium = z.object({
  identifier: z.string(),
  version,
  record: EditRecord,
  /** Fields that were edited manually, which imports do not overwrite. */
  edited: z.array(z.string()),
  /** True for an unpublished draft, which only its author can see. */
  draft: z.boolean(),
  retired_at: moment.nullable(),
  changed_at: moment,
  changed_by: z.string().nullable(),
  /** German labels of the codes in the record. */
  labels: z.record(z.string(), z.string()),
  cover: z.string(),
});
export type EditMedium = z.output<typeof EditMedium>;

export const EditRow = z.object({
  identifier: z.string(),
  fn_titel: z.string(),
  fn_kurztext: z.string(),
  fn_typ: z.string(),
  subjects: z.array(z.object({ code: z.string(), label: z.string() })),
  cover: z.string(),
  version,
  free: z.boolean(),
  draft: z.boolean(),
  retired_at: moment.nullable(),
  changed_at: moment,
});
export type EditRow = z.output<typeof EditRow>;

/** Lists of the editor. `active` contains the media in the catalogue, `changed` those edited manually, and `retired` those withdrawn. */
export const EDIT_STATES = ['active', 'changed', 'retired'] as const;
export type EditState = (typeof EDIT_STATES)[number];

/** Gaps for which records can be filtered: no own cover, no licence although not free, or an empty field. */
export const GAPS = ['cover', 'licence', 'fn_geb', 'fn_adressat', 'fn_schlag', 'fn_kurztext', 'fn_text'] as const;
export type Gap = (typeof GAPS)[number];

/** Filters of the editor's list. If `missing` is set or `state` is not `active`, words match only title, identifier and number. */
const EditList = SearchWords.extend({
  state: z.enum(EDIT_STATES).default('active'),
  /** Returns only media that have this gap. */
  missing: z.enum(GAPS).optional(),
});

/** Audience to which a medium is published. `draft` reverts it to a draft. */
export const PUBLISH_TO = ['all', 'schools', 'licence', 'draft'] as const;

const VERSION_KINDS = ['before', 'import', 'create', 'edit', 'bulk', 'retire', 'bring_back', 'undo'] as const;

/** Changed field with its values before and after the change. */
export const FieldChange = z.object({ field: z.enum(EDIT_FIELDS), before: z.unknown(), after: z.unknown() });
export type FieldChange = z.output<typeof FieldChange>;

export const MediumVersion = z.object({
  version,
  at: moment,
  by: z.string().nullable(),
  what: z.enum(VERSION_KINDS),
  bulk_id: z.uuid().nullable(),
  changes: z.array(FieldChange),
});
export type MediumVersion = z.output<typeof MediumVersion>;

const lists = z.object({
  fn_geb: MEDIA_FIELDS.fn_geb.unwrap().optional(),
  fn_sprache: MEDIA_FIELDS.fn_sprache.unwrap().optional(),
  fn_adressat: MEDIA_FIELDS.fn_adressat.unwrap().optional(),
  fn_schlag: MEDIA_FIELDS.fn_schlag.unwrap().optional(),
});
export const LIST_FIELDS = ['fn_geb', 'fn_adressat', 'fn_sprache', 'fn_schlag'] as const satisfies readonly (keyof z.output<
  typeof lists
>)[];
export type ListField = (typeof LIST_FIELDS)[number];

/** Bulk change that is applied to each medium. Values are removed first, then added, and then replaced. */
export const BulkChange = z.object({
  remove: lists.default({}),
  add: lists.default({}),
  set: z
    .object({
      fn_typ: MEDIA_FIELDS.fn_typ.optional(),
      fn_prodname: MEDIA_FIELDS.fn_prodname.unwrap().optional(),
      rights_note: EditRecord.shape.rights_note.unwrap().optional(),
      recommended: z.boolean().optional(),
      is_mediathek: z.boolean().optional(),
      free: z.boolean().optional(),
    })
    .default({}),
  retired: z.boolean().optional(),
});
export type BulkChange = z.output<typeof BulkChange>;

const Choice = z.object({ code: z.string(), label: z.string() });
/** Reference tables from which editors select values. */
export const References = z.object({
  subjects: z.array(Choice),
  languages: z.array(Choice),
  grades: z.array(Choice),
  types: z.array(Choice),
});
export type References = z.output<typeof References>;

const gate = { access: 'catalogueEditor' } as const;
const expectedVersion = version.min(1);
const BASE = '/api/v1/editing';

export const catalogueEdit = {
  editList: endpoint({
    method: 'GET',
    path: `${BASE}/media`,
    summary: 'Media to edit: found by a search in the whole catalogue, edited, retired or incomplete',
    ...gate,
    query: EditList.extend({
      offset: z.coerce.number().int().min(0).max(10_000).default(0),
      limit: z.coerce.number().int().min(1).max(100).default(20),
    }),
    reply: z.object({ total: z.int(), offset: z.int(), limit: z.int(), items: z.array(EditRow) }),
  }),
  exportEditList: endpoint({
    method: 'GET',
    path: `${BASE}/media/export`,
    summary: 'Filtered media to edit as a table',
    ...gate,
    query: EditList.extend(tableQuery),
    heavy: true,
    reply: 'stream',
  }),
  editIdentifiers: endpoint({
    method: 'GET',
    path: `${BASE}/identifiers`,
    summary: `Identifiers of all media in such a list, at most ${MAX_BULK}`,
    ...gate,
    query: EditList,
    reply: z.object({ total: z.int(), identifiers: z.array(z.string()) }),
  }),
  references: endpoint({
    method: 'GET',
    path: `${BASE}/references`,
    summary: 'Subjects, languages, grades and media types with their German labels',
    access: 'mediumEditor',
    reply: References,
    etag: true,
  }),
  createMedium: endpoint({
    method: 'POST',
    path: `${BASE}/media`,
    summary: 'Add a medium',
    ...gate,
    body: z.object({ identifier: MediaRecord.shape.identifier.optional(), record: EditRecord }),
    reply: EditMedium,
  }),
  editMedium: endpoint({
    method: 'GET',
    path: `${BASE}/media/{identifier}`,
    summary: 'A medium with all editable fields',
    ...gate,
    params: byIdentifier,
    reply: EditMedium,
  }),
  changeMedium: endpoint({
    method: 'PUT',
    path: `${BASE}/media/{identifier}`,
    summary: 'Change a medium; `version_conflict` after a concurrent change',
    ...gate,
    params: byIdentifier,
    body: z.object({ version: expectedVersion, record: EditRecord }),
    reply: EditMedium,
  }),
  retireMedium: endpoint({
    method: 'POST',
    path: `${BASE}/media/{identifier}/retire`,
    summary: 'Retire a medium or restore it',
    ...gate,
    params: byIdentifier,
    body: z.object({ version: expectedVersion, retired: z.boolean() }),
    reply: EditMedium,
  }),
  publishMedium: endpoint({
    method: 'POST',
    path: `${BASE}/media/{identifier}/publish`,
    summary: "Set the audience of a medium: all schools, those of the editor's district, holders of a licence, or none yet",
    ...gate,
    params: byIdentifier,
    body: z.object({ version: expectedVersion, to: z.enum(PUBLISH_TO) }),
    reply: EditMedium,
  }),
  mediumVersions: endpoint({
    method: 'GET',
    path: `${BASE}/media/{identifier}/versions`,
    summary: 'Versions of a medium, newest first',
    ...gate,
    params: byIdentifier,
    reply: z.object({ items: z.array(MediumVersion) }),
  }),
  undoMedium: endpoint({
    method: 'POST',
    path: `${BASE}/media/{identifier}/undo`,
    summary: 'Restore an earlier version of a medium',
    ...gate,
    params: byIdentifier,
    body: z.object({ version: expectedVersion, to: expectedVersion }),
    reply: EditMedium,
  }),
  bulkEdit: endpoint({
    method: 'POST',
    path: `${BASE}/bulk`,
    summary: 'Change many media at once',
    ...gate,
    body: z.object({ identifiers: z.array(identifier).min(1).max(MAX_BULK), change: BulkChange }),
    reply: z.object({
      /** ID with which the change can be undone, or `null` if nothing changed. */
      bulk_id: z.uuid().nullable(),
      changed: z.int(),
      unchanged: z.int(),
      /** Number of media that no longer exist. */
      missing: z.int(),
    }),
  }),
  undoBulk: endpoint({
    method: 'POST',
    path: `${BASE}/bulk/{id}/undo`,
    summary: 'Undo a bulk change, except for media changed again since',
    ...gate,
    params: byId,
    reply: z.object({ undone: z.int(), skipped: z.int() }),
  }),
};
