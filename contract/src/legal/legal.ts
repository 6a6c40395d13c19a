/** Endpoints of the imprint, privacy notice, terms, accessibility statement and contact form. */
import { z } from 'zod';
import { MAX_INTEGER, day, language, moment, version } from '../fields.ts';
import { ContactMessage } from './contact-message.ts';
import { endpoint } from '../endpoint.ts';
import { Gap, LEGAL_PAGES, LegalContent, Operator, Statement } from './content.ts';

const page = z.enum(LEGAL_PAGES);

const ShownText = z.object({
  /** Language of the text, which is the requested one or its fallback. */
  language: z.string(),
  body: z.string(),
  statement: Statement.nullable(),
  /** Time of the last change, or `null` if the text is the portal's template. */
  changed_at: moment.nullable(),
});
export type ShownText = z.output<typeof ShownText>;

export const LegalPageReply = z.object({
  page,
  text: ShownText,
  /** Accessibility statement, set if it is a section of the imprint. */
  accessibility: ShownText.nullable(),
  operator: Operator,
  /** Missing parts of the page. Empty for users who may not edit it. */
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
  /** True if the change restored the template. */
  template: z.boolean(),
});

/** Editable state of a legal page in one language. */
export const LegalDraft = z.object({
  page,
  language: z.string(),
  /** Version of the content. 0 if the page has never been edited. */
  version,
  content: LegalContent,
  /** True if the content is the portal's template. Without a template in this language, the content is empty. */
  template: z.boolean(),
  /** Latest 20 versions, newest first. */
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
    summary: 'A legal page in a language or its fallback',
    ...open,
    params: z.object({ page }),
    query: z.object({ lang: language.default('de') }),
    reply: LegalPageReply,
  }),
  operator: endpoint({
    method: 'GET',
    path: '/api/v1/legal/operator',
    summary: 'Details of the operator for editing',
    ...admin,
    reply: OperatorReply,
  }),
  saveOperator: endpoint({
    method: 'PUT',
    path: '/api/v1/legal/operator',
    summary: 'Save the details of the operator; `version` is the version the user edited',
    ...admin,
    body: z.object({ version: version.min(0), operator: Operator }),
    reply: OperatorReply,
  }),
  draft: endpoint({
    method: 'GET',
    path: '/api/v1/legal/{page}/{lang}',
    summary: 'A legal page for editing, with its versions',
    ...admin,
    params: one,
    reply: LegalDraft,
  }),
  save: endpoint({
    method: 'PUT',
    path: '/api/v1/legal/{page}/{lang}',
    summary: 'Save a legal page; `version` is the version the user edited',
    ...admin,
    params: one,
    body: z.object({ version: version.min(0), content: LegalContent }),
    reply: LegalDraft,
  }),
  reset: endpoint({
    method: 'DELETE',
    path: '/api/v1/legal/{page}/{lang}',
    summary: "Restore the portal's template; earlier versions stay",
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
    summary: 'Send a message to the operator, also about barriers',
    ...open,
    body: ContactMessage,
    /** `copy` is true if a copy was sent. `answer_by` is the last day for answering the report of a barrier. */
    reply: z.object({ copy: z.boolean(), answer_by: day.nullable() }),
  }),
};
