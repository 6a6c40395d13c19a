/** Setup of a portal that has no district yet (docs/behaviour/first-start.md). */
import { z } from 'zod';
import { SecondStep, User } from '../accounts/accounts.ts';
import { AnyPassword, checkPassword, Email } from '../accounts/forms.ts';
import { endpoint } from '../endpoint.ts';
import { line, locale, personName, version } from '../fields.ts';
import { Operator } from '../legal/content.ts';
import { THEME_DEFAULTS } from '../setup/theme-defaults.ts';

export * from './steps.ts';

const emptyOr = <T extends z.ZodType>(schema: T) => z.union([z.literal(''), schema]);

/** Answers given so far. Each step is saved when the user opens the next one. */
export const FirstStartDraft = z.strictObject({
  district: line(160).default(''),
  /** Languages to offer besides the default, or `null` for those in the configuration. */
  languages: z.array(locale).max(40).nullable().default(null),
  operator: Operator.default(() => Operator.parse({})),
  productName: line(40).default(THEME_DEFAULTS.productName),
  primaryColor: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/)
    .default(THEME_DEFAULTS.primaryColor),
  vorname: personName.default(''),
  name: personName.default(''),
  email: emptyOr(Email).default(''),
});
export type FirstStartDraft = z.output<typeof FirstStartDraft>;

/** Complete form, which the last step validates. */
export const FirstStartForm = FirstStartDraft.extend({ password: AnyPassword }).superRefine((form, check) => {
  const missing = (['district', 'productName', 'vorname', 'name', 'email'] as const).filter((field) => form[field] === '');
  for (const field of missing) check.addIssue({ code: 'custom', path: [field], message: 'required' });
  checkPassword(check, 'password', form.password, { ...form, school: form.district });
});

export const FirstStartState = z.object({
  version,
  draft: FirstStartDraft,
  languages: z.array(z.object({ code: z.string(), name: z.string(), is_default: z.boolean(), enabled: z.boolean() })),
  /** Sender address of mails. `configured` is true if there is a mail server. */
  mail: z.object({ configured: z.boolean(), from: z.string() }),
});
export type FirstStartState = z.output<typeof FirstStartState>;

const token = z.string().trim().max(200);
const open = { access: 'user', guests: 'always' } as const;
export const firstStart = {
  open: endpoint({
    method: 'POST',
    path: '/api/v1/first-start/open',
    summary: 'Saved setup draft for the holder of the token; `revoked` once a district exists',
    ...open,
    body: z.object({ token }),
    reply: FirstStartState,
  }),
  save: endpoint({
    method: 'PUT',
    path: '/api/v1/first-start/draft',
    summary: 'Save a step of the setup; `version` is the version the user edited',
    ...open,
    body: z.object({ token, version, draft: FirstStartDraft }),
    reply: FirstStartState,
  }),
  testMail: endpoint({
    method: 'POST',
    path: '/api/v1/first-start/test-mail',
    summary: 'Send a test mail',
    ...open,
    body: z.object({ token, to: Email, language: locale }),
    reply: z.object({
      result: z.enum(['sent', 'failed', 'not_configured']),
      /** Reply of the mail server if sending failed. */
      detail: z.string(),
    }),
  }),
  finish: endpoint({
    method: 'POST',
    path: '/api/v1/first-start/finish',
    summary: 'Create the district and its first administrator, who then sets up a second factor; the token becomes invalid',
    ...open,
    body: z.object({ token, version, password: AnyPassword, language: locale }),
    reply: z.union([User, SecondStep]),
  }),
};
