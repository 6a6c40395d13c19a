/** Bodies of account forms. The client validates its fields with them before it sends. */
import { z } from 'zod';
import { language, line, personName } from '../fields.ts';
import { SALUTATIONS, STAFF_ROLES } from './choices.ts';
import { passwordProblem, type AboutPerson } from './password-rules.ts';
import { isThrowaway } from './throwaway-domains.ts';

export const Salutation = z.enum(SALUTATIONS);

export const Email = z.string().trim().max(254).pipe(z.email());
/** Password to be checked, for accounts that exist; the rules for new passwords do not apply. */
export const AnyPassword = z.string().max(1_024);
/** Token of a pending sign-in or of a link in a mail. */
export const token = z.string().regex(/^[\w-]{43}$/);

/** Borrower code (Entleihercode): 4 to 20 letters, digits and hyphens. */
const BorrowerCode = z
  .string()
  .trim()
  .regex(/^[\p{L}\d-]{4,20}$/u);

type Check = { addIssue: (issue: { code: 'custom'; path: string[]; message: string }) => void };

/** Reports the rule a new password breaks at its field. */
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
    /** Code of the opened invitation, which names the school. */
    invitation: z.string().max(200).default(''),
    language: language.default('de'),
    /** Honeypot: hidden from users; only bots fill it in. */
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
