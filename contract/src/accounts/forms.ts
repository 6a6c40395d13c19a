/** What the forms of accounts send; a form checks its fields with these before it asks. */
import { z } from 'zod';
import { language, line, personName } from '../fields.ts';
import { SALUTATIONS, STAFF_ROLES } from './choices.ts';
import { passwordProblem, type AboutPerson } from './password-rules.ts';
import { isThrowaway } from './throwaway-domains.ts';

export const Salutation = z.enum(SALUTATIONS);

export const Email = z.string().trim().max(254).pipe(z.email());
/** Of the person who is asked, not of the password: what it takes at all. */
export const AnyPassword = z.string().max(1_024);
/** Proves who is on the way in, or that a link came by mail. */
export const token = z.string().regex(/^[\w-]{43}$/);

/** Entleihercode: 4 to 20 letters, digits and hyphens. */
const BorrowerCode = z
  .string()
  .trim()
  .regex(/^[\p{L}\d-]{4,20}$/u);

type Check = { addIssue: (issue: { code: 'custom'; path: string[]; message: string }) => void };

/** Names the rule a new password breaks, at its field. */
export function checkPassword(check: Check, field: string, password: string, about: AboutPerson): void {
  const problem = password === '' ? 'required' : passwordProblem(password, about);
  if (problem) check.addIssue({ code: 'custom', path: [field], message: problem });
}

const name = personName.min(1);

export const Registration = z
  .object({
    salutation: Salutation.default(''),
    vorname: name,
    name,
    email: Email,
    /** A school of the list … */
    school_id: z.string().max(60).nullable().default(null),
    /** … or the name of one that is not on it. */
    school_wish: line(160).default(''),
    role: z.enum(STAFF_ROLES),
    borrower_code: z.union([z.literal(''), BorrowerCode]).default(''),
    password: AnyPassword,
    terms: z.boolean().default(false),
    /** The invitation that was opened: it names the school. */
    invitation: z.string().max(200).default(''),
    language: language.default('de'),
    /** No person sees this field; what fills it in is a machine. */
    website: z.string().max(2_000).default(''),
  })
  .superRefine((form, check) => {
    if (isThrowaway(form.email)) check.addIssue({ code: 'custom', path: ['email'], message: 'throwaway' });
    if (!form.school_id && form.school_wish === '' && form.invitation === '')
      check.addIssue({ code: 'custom', path: ['school_id'], message: 'required' });
    checkPassword(check, 'password', form.password, { ...form, school: form.school_wish });
    if (!form.terms) check.addIssue({ code: 'custom', path: ['terms'], message: 'required' });
  });
export type Registration = z.output<typeof Registration>;
