/** Request bodies of account forms. The client uses them to validate its fields. */
import { z } from 'zod';
import { language, line, personName } from '../fields.ts';
import { SALUTATIONS, STAFF_ROLES } from './choices.ts';
import { passwordProblem, type AboutPerson } from './password-rules.ts';
import { isDisposableEmail } from './throwaway-domains.ts';

export const Salutation = z.enum(SALUTATIONS);

export const Email = z.string().trim().max(254).pipe(z.email());
/** Password of an existing account. The rules for new passwords do not apply. */
export const AnyPassword = z.string().max(1_024);
/** Token of a pending sign-in or of a link in an email. */
export const token = z.string().regex(/^[\w-]{43}$/);

/** Borrower code (Entleihercode) of 4 to 20 letters, digits and hyphens. */
const BorrowerCode = z
  .string()
  .trim()
  .regex(/^[\p{L}\d-]{4,20}$/u);

type Check = { addIssue: (issue: { code: 'custom'; path: string[]; message: string }) => void };

/** Adds an issue for the rule that a new password violates. */
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
    /** ID of a school in the list, or `null`. */
    school_id: z.string().max(60).nullable().default(null),
    /** Name of a school that is not in the list. */
    school_wish: line(160).default(''),
    role: z.enum(STAFF_ROLES),
    borrower_code: z.union([z.literal(''), BorrowerCode]).default(''),
    password: AnyPassword,
    terms: z.boolean().default(false),
    /** Code of the invitation that was opened, which determines the school. */
    invitation: z.string().max(200).default(''),
    language: language.default('de'),
    /** Honeypot field. It is hidden from users, so only bots fill it in. */
    website: z.string().max(2_000).default(''),
  })
  .superRefine((form, check) => {
    if (isDisposableEmail(form.email)) check.addIssue({ code: 'custom', path: ['email'], message: 'throwaway' });
    if (!form.school_id && form.school_wish === '' && form.invitation === '')
      check.addIssue({ code: 'custom', path: ['school_id'], message: 'required' });
    checkPassword(check, 'password', form.password, { ...form, school: form.school_wish });
    if (!form.terms) check.addIssue({ code: 'custom', path: ['terms'], message: 'required' });
  });
export type Registration = z.output<typeof Registration>;
