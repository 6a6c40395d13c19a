/** Imprint, privacy, terms, accessibility statement and contact: their calls. */
import { z } from 'zod';
import { MAX_INTEGER, day, language, moment, version } from '../fields.ts';
import { ContactMessage } from './contact-message.ts';
import { endpoint } from '../endpoint.ts';
import { Gap, LEGAL_PAGES, LegalContent, Operator, Statement } from './content.ts';

const page = z.enum(LEGAL_PAGES);

const ShownText = z.object({
  /** The language it is in: the one asked for, or the one it falls back to. */
  language: z.string(),
  body: z.string(),
  statement: Statement.nullable(),
  /** null: the portal's template. */
  changed_at: moment.nullable(),
});
export type ShownText = z.output<typeof ShownText>;

export const LegalPageReply = z.object({
  page,
  text: ShownText,
  /** The accessibility statement, where it is a section of the imprint. */
  accessibility: ShownText.nullable(),
  operator: Operator,
  /** Empty for those who cannot do anything about it. */
  gaps: z.array(Gap),
  can: z.object({ edit: z.boolean() }),
});
export type LegalPageReply = z.output<typeof LegalPageReply>;

const Edited = z.object({
  version,
  changed_at: moment,
  changed_by: z.string().nullable(),
});
export type LegalVersion = z.output<typeof LegalVersion>;
const LegalVersion = Edited.extend({
  /** From here on the template held again. */
  template: z.boolean(),
});

/** A page as it is edited in one language. */
export const LegalDraft = z.object({
  page,
  language: z.string(),
  /** 0 while nobody has written anything. */
  version,
  content: LegalContent,
  /** The content is the portal's template, or empty in a language the portal brings none for. */
  template: z.boolean(),
  /** The newest first; the last 20. */
  versions: z.array(LegalVersion),
});
export type LegalDraft = z.output<typeof LegalDraft>;

export const OperatorReply = z.object({
  version,
  operator: Operator,
  changed_at: moment.nullable(),
  changed_by: z.string().nullable(),
});

const open = { access: 'user', guests: 'always' } as const;
const admin = { access: 'districtAdmin' } as const;
const one = z.object({ page, lang: language });

export const legal = {
  page: endpoint({
    method: 'GET',
    path: '/api/v1/legal/{page}',
    summary: 'A legal page in a language, or in the one it falls back to',
    ...open,
    params: z.object({ page }),
    query: z.object({ lang: language.default('de') }),
    reply: LegalPageReply,
  }),
  operator: endpoint({
    method: 'GET',
    path: '/api/v1/legal/operator',
    summary: 'Details of the operator, to be edited',
    ...admin,
    reply: OperatorReply,
  }),
  saveOperator: endpoint({
    method: 'PUT',
    path: '/api/v1/legal/operator',
    summary: 'Save the details of the operator; `version` is the one seen',
    ...admin,
    body: z.object({ version: version.min(0), operator: Operator }),
    reply: OperatorReply,
  }),
  draft: endpoint({
    method: 'GET',
    path: '/api/v1/legal/{page}/{lang}',
    summary: 'A legal page to be edited, with its versions',
    ...admin,
    params: one,
    reply: LegalDraft,
  }),
  save: endpoint({
    method: 'PUT',
    path: '/api/v1/legal/{page}/{lang}',
    summary: 'Save a legal page; `version` is the one seen',
    ...admin,
    params: one,
    body: z.object({ version: version.min(0), content: LegalContent }),
    reply: LegalDraft,
  }),
  reset: endpoint({
    method: 'DELETE',
    path: '/api/v1/legal/{page}/{lang}',
    summary: 'Let the template of the portal hold again; earlier versions stay',
    ...admin,
    params: one,
    body: z.object({ version: version.min(1) }),
    reply: LegalDraft,
  }),
  version: endpoint({
    method: 'GET',
    path: '/api/v1/legal/{page}/{lang}/{version}',
    summary: 'An earlier version of a legal page',
    ...admin,
    params: one.extend({ version: z.coerce.number().int().min(1).max(MAX_INTEGER) }),
    reply: LegalContent,
  }),
  contact: endpoint({
    method: 'POST',
    path: '/api/v1/contact',
    summary: 'Write to the people who run the portal; also for barriers',
    ...open,
    body: ContactMessage,
    /** `copy`: a copy is on its way. `answer_by`: the day a report of a barrier is answered by. */
    reply: z.object({ copy: z.boolean(), answer_by: day.nullable() }),
  }),
};
