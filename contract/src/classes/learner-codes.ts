/** Learner codes, which the teachers of a class create, print and manage (docs/behaviour/classes.md#learner-codes). */
import { z } from 'zod';
import { byId, count, day, line, moment } from '../fields.ts';
import { page, pageOf } from '../paging.ts';
import { CARD_TEXT_LENGTH, CODE_STATES, LABEL_LENGTH, MAX_CLASS_CODES, MAX_CODES, PICTURES, PICTURES_IN_A_ROW } from './rules.ts';
import { advancedView } from '../access.ts';
import { endpoint } from '../endpoint.ts';

const label = line(LABEL_LENGTH);
/** Sequence of pictures with which a learner signs in. */
export const PictureRow = z.array(z.enum(PICTURES)).length(PICTURES_IN_A_ROW);

/** Learner code as the teachers of its classes see it. */
export const LearnerCode = z.object({
  id: z.uuid(),
  /** Twelve characters in groups of four. `null`, like the pictures, until a teacher displays or prints the code. */
  code: z.string().nullable(),
  /** True if the code was encrypted with another secret. It cannot be used to sign in and must be renewed. */
  unreadable: z.boolean(),
  label: z.string(),
  pictures: PictureRow.nullable(),
  batch: z.uuid().nullable(),
  valid_until: day,
  state: z.enum(CODE_STATES),
  first_used_on: day.nullable(),
  last_used_on: day.nullable(),
  /** Names of the other classes to which the code belongs. */
  other_classes: z.array(z.string()),
  can: z.object({ suspend: z.boolean(), resume: z.boolean(), renew: z.boolean(), extend: z.boolean(), revoke: z.boolean() }),
});
export type LearnerCode = z.output<typeof LearnerCode>;

/** Learner code without a class. Until it expires, it can be used to sign in and can be added to a class. */
export const CodeWithoutClass = z.object({
  id: z.uuid(),
  label: z.string(),
  valid_until: day,
  state: z.enum(CODE_STATES),
  last_used_on: day.nullable(),
  /** Name of the user who created the code, or `null` if the account no longer exists. */
  made_by: z.string().nullable(),
  made_on: day,
  /** Names of the classes to which the code has belonged. */
  was_in: z.array(z.string()),
  can: z.object({ take: z.boolean(), suspend: z.boolean(), resume: z.boolean(), revoke: z.boolean() }),
});
export type CodeWithoutClass = z.output<typeof CodeWithoutClass>;

export const CodeBatch = z.object({
  id: z.uuid(),
  name: z.string(),
  count: z.int(),
  valid_until: day,
  created_at: moment,
  printed_at: moment.nullable(),
});
export type CodeBatch = z.output<typeof CodeBatch>;

/** Layouts of printed codes: eight or ten cards per A4 sheet, or a list. */
export const SHEET_LAYOUTS = ['cards8', 'cards10', 'list'] as const;

/** Selection of the codes of a class that are renewed together. */
export const RENEWABLE_CODES = ['expired', 'all'] as const;

export const learnerCodes = {
  codes: endpoint({
    method: 'GET',
    path: '/api/v1/classes/{id}/codes',
    summary: 'Learner codes of a class for its teachers; unissued codes without their secret',
    access: 'user',
    advancedView,
    params: byId,
    reply: z.object({
      items: z.array(LearnerCode),
      batches: z.array(CodeBatch),
      /** Latest possible last day of codes, which is also the default. */
      latest_until: day,
    }),
  }),
  showCodes: endpoint({
    method: 'POST',
    path: '/api/v1/classes/{id}/codes/show',
    summary: 'Issue the unissued codes of a class and return them; they can be used from now on',
    access: 'user',
    advancedView,
    params: byId,
    reply: z.object({ shown: count }),
  }),
  printCodes: endpoint({
    method: 'POST',
    path: '/api/v1/classes/{id}/codes/print',
    summary: 'Issue codes of a class or batch for printing; the sheet is fetched afterwards',
    access: 'user',
    advancedView,
    params: byId,
    body: z.object({ batch: z.uuid().optional(), codes: z.array(z.uuid()).min(1).max(MAX_CLASS_CODES).optional() }),
    reply: z.object({ printed: count }),
  }),
  makeCodes: endpoint({
    method: 'POST',
    path: '/api/v1/classes/{id}/codes/batch',
    summary: 'Create codes for learners of a class, labelled `<label>-01` and so on',
    access: 'user',
    advancedView,
    params: byId,
    body: z.object({
      count: z.int().min(1).max(MAX_CODES),
      /** Prefix of the labels. Defaults to the name of the class. */
      label: line(30).default(''),
      valid_until: day.optional(),
    }),
    reply: CodeBatch,
  }),
  changeCode: endpoint({
    method: 'PATCH',
    path: '/api/v1/classes/{id}/codes/{codeId}',
    summary: 'Change a code: label, pictures, suspension, last day, renewal (lost card) or permanent end',
    access: 'user',
    advancedView,
    params: byId.extend({ codeId: z.uuid() }),
    body: z.discriminatedUnion('what', [
      z.object({ what: z.literal('label'), label: label.min(1) }),
      z.object({ what: z.enum(['suspend', 'resume', 'revoke', 'pictures', 'no_pictures']) }),
      /** `valid_until` defaults to the current last day, or to the usual one if the code has expired. */
      z.object({ what: z.literal('renew'), valid_until: day.optional() }),
      z.object({ what: z.literal('extend'), valid_until: day }),
    ]),
    reply: LearnerCode,
  }),
  addCodes: endpoint({
    method: 'POST',
    path: '/api/v1/classes/{id}/codes/add',
    summary: 'Add all codes of a printed sheet to another class of the school, by the code of the sheet',
    access: 'user',
    advancedView,
    params: byId,
    body: z.object({ sheet: z.string().trim().min(1).max(200) }),
    /** `without_pictures` is the number of codes that lost their pictures because another member of the class already has the same ones. */
    reply: z.object({ added: z.int(), without_pictures: z.int(), name: z.string() }),
  }),
  extendCodes: endpoint({
    method: 'POST',
    path: '/api/v1/classes/{id}/codes/extend',
    summary: 'Extend all codes of a class to a day; no code is shortened',
    access: 'user',
    advancedView,
    params: byId,
    body: z.object({ valid_until: day }),
    /** `ended` is the number of codes that expired too long ago to be extended. */
    reply: z.object({ extended: count, ended: count }),
  }),
  renewCodes: endpoint({
    method: 'POST',
    path: '/api/v1/classes/{id}/codes/renew',
    summary: 'Renew expired or all codes of a class and extend them to a day; suspended ones stay as they are',
    access: 'user',
    advancedView,
    params: byId,
    body: z.object({ which: z.enum(RENEWABLE_CODES), valid_until: day }),
    /** `ended` is the number of codes that expired too long ago to be renewed. */
    reply: z.object({ renewed: z.array(z.uuid()), ended: count }),
  }),
  takeCodes: endpoint({
    method: 'POST',
    path: '/api/v1/classes/{id}/codes/take',
    summary: 'Add codes without a class, or formerly in this class, to the class; former ones return to their groups',
    access: 'user',
    advancedView,
    params: byId,
    body: z.object({ codes: z.array(z.uuid()).min(1).max(MAX_CODES) }),
    reply: z.object({ added: count, without_pictures: count }),
  }),
  withoutClass: endpoint({
    method: 'GET',
    path: '/api/v1/learner-codes',
    summary: 'Learner codes without a class: all of the school for administrators, own or former ones for teachers',
    access: 'user',
    advancedView,
    query: z.object({ ...page }),
    reply: pageOf(CodeWithoutClass),
  }),
  changeWithoutClass: endpoint({
    method: 'PATCH',
    path: '/api/v1/learner-codes/{codeId}',
    summary: 'Suspend, resume or revoke a code without a class',
    access: 'user',
    advancedView,
    params: z.object({ codeId: z.uuid() }),
    body: z.object({ what: z.enum(['suspend', 'resume', 'revoke']) }),
    reply: CodeWithoutClass,
  }),
  sheet: endpoint({
    method: 'GET',
    path: '/api/v1/classes/{id}/codes/sheet.pdf',
    summary: 'Issued codes of a class or batch as PDF; read-only',
    access: 'user',
    advancedView,
    params: byId,
    query: z.object({
      batch: z.uuid().optional(),
      /** IDs of learner codes, joined with `|`. */
      codes: z
        .string()
        .max(8_000)
        .refine((ids) => ids === '' || ids.split('|').every((one) => z.uuid().safeParse(one).success), 'format')
        .default(''),
      layout: z.enum(SHEET_LAYOUTS).default('cards8'),
      /** Text printed on every card. */
      text: line(CARD_TEXT_LENGTH).default(''),
      lang: z.string().max(10).default('de'),
    }),
    heavy: true,
    reply: 'stream',
  }),
};
