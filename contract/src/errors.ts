/** Error codes and their HTTP status: the only table of them. The text a person reads is the message `error.<code>`. */
import { z } from 'zod';
import { messageKeyOf, type FieldProblem } from './problems.ts';

export type { FieldProblem } from './problems.ts';

export const ERRORS = {
  validation_failed: 400,
  /** A text of the administrator lacks a placeholder of the default one; `details.name` names it. */
  placeholder_missing: 400,
  /** … or has one the portal never fills. */
  placeholder_unknown: 400,
  /** HTML in a text whose default has none, or other tags than it has. */
  html_mismatch: 400,
  login_required: 401,
  wrong_credentials: 401,
  forbidden: 403,
  csrf_invalid: 403,
  /** Adding a way in requires a recent sign-in, for an account without a password. */
  sign_in_again: 403,
  /** The person belongs to another district than the one that invites. */
  other_district: 403,
  wrong_school: 403,
  licence_missing: 403,
  suspended: 403,
  /** A device is lent to those who were shown how it works, and somebody was not. */
  briefing_missing: 403,
  /** A lending point lends to some of those who see it. */
  point_not_open_to_you: 403,
  /** An invitation for teachers, and a pupil opens it, or the other way round. */
  role_not_allowed: 403,
  student_other_school: 403,
  /** A personal invitation, and somebody with another address is signed in. */
  wrong_account: 403,
  /** A link for addresses of some domains, and this is none of them. */
  domain_not_allowed: 403,
  feature_disabled: 403,
  not_found: 404,
  /** There is no such invitation. */
  invalid_link: 404,
  /** The address is there, this method of it is not. */
  method_not_allowed: 405,
  version_conflict: 409,
  already_exists: 409,
  state_conflict: 409,
  /** A colour is too weak to be read; saving it needs `confirm`. */
  contrast_too_low: 409,
  not_available: 409,
  /** No device of the lending point has this code. */
  barcode_unknown: 409,
  /** Several devices have this serial number; `details.codes` names them. */
  barcode_ambiguous: 409,
  /** A device that is lent no more. */
  item_retired: 409,
  /** A device that cannot be kept longer; `details.reason` says why. */
  not_renewable: 409,
  no_seats_left: 409,
  /** The same call, with the same key, is being done; `details.retry_after`. */
  in_progress: 409,
  /** It costs more than is left of the school's budget; `details.left` and `details.gross`. */
  budget_exceeded: 409,
  expired: 410,
  revoked: 410,
  /** As many people as may have come by this link. */
  exhausted: 410,
  too_large: 413,
  unsupported_type: 415,
  /** A seat for somebody this licence is not made for: a person, a school. */
  scope_mismatch: 422,
  /** A licence for teachers, and somebody who is none. */
  role_mismatch: 422,
  /** A school with more members than the licence has seats; `details.members` and `details.seats`. */
  too_many_members: 422,
  /** Days on which a lending point does not lend; `details` names the day or the length there may be. */
  too_early: 422,
  too_late: 422,
  too_long: 422,
  day_closed: 422,
  visits_full: 422,
  /** Other terms than those there are now were agreed to. */
  terms_outdated: 422,
  /** A lending point wants to know what for. */
  purpose_missing: 422,
  /** The key of a call that is to be done once is none (`details.reason` is `format`), or stands for something else (`used`). */
  key_unusable: 422,
  /** What arrived is not what was sent. */
  checksum_mismatch: 422,
  /** The beginning is that of its kind, the rest cannot be read. */
  broken_file: 422,
  locked: 423,
  too_many_attempts: 429,
  /** The maximum number of exports and documents of one user is waiting; `details.retry_after`. */
  too_many_files: 429,
  internal: 500,
  unavailable: 503,
  /** As much as own material of one teacher, or of one school, may take up; `details.of`, `details.limit` and `details.used`. */
  quota_exceeded: 507,
  /** No room left where files are kept. */
  storage_full: 507,
  search_timeout: 503,
} as const;

export type ErrorCode = keyof typeof ERRORS;

export const ErrorBody = z.object({
  error: z.object({
    code: z.string(),
    message_key: z.string(),
    field: z.string().optional(),
    details: z.record(z.string(), z.unknown()).optional(),
  }),
});
export type ErrorBody = z.output<typeof ErrorBody>;

/** A refusal a person can cause. `field` names the first wrong input. Anything else thrown is our mistake and leaves as `internal`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly field: string | undefined;
  readonly details: Record<string, unknown> | undefined;

  constructor(code: ErrorCode, about: { field?: string; details?: Record<string, unknown>; message?: string } = {}) {
    super(about.message ?? code);
    this.name = 'AppError';
    this.code = code;
    this.field = about.field;
    this.details = about.details;
  }
}

/** One field of what was sent breaks a rule. */
export const invalid = (field: string, rule: string, details: Record<string, unknown> = {}): AppError =>
  new AppError('validation_failed', { field, details: { problems: [{ field, rule }], ...details } });

/** Several at once; the first is named. */
export const invalidFields = (problems: readonly FieldProblem[], details: Record<string, unknown> = {}): AppError =>
  new AppError('validation_failed', { ...(problems[0] && { field: problems[0].field }), details: { problems, ...details } });

/** Refuses a form with everything that is wrong with it; `false` stands for what is right. */
export function refuseFields(found: readonly (FieldProblem | false)[], details: Record<string, unknown> = {}): void {
  const problems = found.filter((problem) => problem !== false);
  if (problems.length > 0) throw invalidFields(problems, details);
}

/** What `field` names is not there, or not for whoever asks. */
export const notFound = (field = 'id'): AppError => new AppError('not_found', { field });

/** Each problem with the key of its sentence; a refusal that names its field only has one problem. */
function withSentences({ code, field, details }: AppError): Record<string, unknown> | undefined {
  if (code !== 'validation_failed') return details;
  const problems = (details?.problems ?? (field === undefined ? [] : [{ field, rule: 'format' }])) as FieldProblem[];
  return { ...details, problems: problems.map((problem) => ({ message_key: messageKeyOf(problem.rule), ...problem })) };
}

/** The one shape of every error reply. */
export function errorBody(error: AppError): ErrorBody {
  const details = withSentences(error);
  return {
    error: {
      code: error.code,
      message_key: `error.${error.code}`,
      ...(error.field !== undefined && { field: error.field }),
      ...(details !== undefined && { details }),
    },
  };
}
