/** Error codes and their HTTP status. The message `error.<code>` is the text for users. */
import { z } from 'zod';
import { messageKeyOf, type FieldProblem } from './problems.ts';

export type { FieldProblem } from './problems.ts';

export const ERRORS = {
  validation_failed: 400,
  /** A custom text lacks a placeholder of the default text. `details.name` is its name. */
  placeholder_missing: 400,
  /** A custom text contains a placeholder that the portal does not fill in. */
  placeholder_unknown: 400,
  /** A custom text contains HTML tags that the default text does not contain. */
  html_mismatch: 400,
  login_required: 401,
  wrong_credentials: 401,
  forbidden: 403,
  csrf_invalid: 403,
  /** Adding a sign-in method to an account without a password requires a recent sign-in. */
  sign_in_again: 403,
  /** The user belongs to another district than the inviting user. */
  other_district: 403,
  wrong_school: 403,
  licence_missing: 403,
  suspended: 403,
  /** The device requires a briefing that the borrower has not received. */
  briefing_missing: 403,
  /** The user can see the lending point but may not borrow from it. */
  point_not_open_to_you: 403,
  /** A learner opened an invitation for teachers, or a teacher one for learners. */
  role_not_allowed: 403,
  student_other_school: 403,
  /** A personal invitation was opened with an account that has another email address. */
  wrong_account: 403,
  /** The invitation link is limited to certain email domains, and the user's address has another domain. */
  domain_not_allowed: 403,
  feature_disabled: 403,
  not_found: 404,
  /** The invitation does not exist. */
  invalid_link: 404,
  /** The path exists but does not support the method. */
  method_not_allowed: 405,
  version_conflict: 409,
  already_exists: 409,
  state_conflict: 409,
  /** The contrast of a colour is too low. Saving it requires `confirm`. */
  contrast_too_low: 409,
  not_available: 409,
  /** No device of the lending point has this barcode. */
  barcode_unknown: 409,
  /** Multiple devices have this serial number. `details.codes` lists their codes. */
  barcode_ambiguous: 409,
  /** The device is retired and can no longer be lent. */
  item_retired: 409,
  /** The loan cannot be renewed; `details.reason` is the reason. */
  not_renewable: 409,
  no_seats_left: 409,
  /** A request with the same idempotency key is in progress. `details.retry_after` is the time to wait. */
  in_progress: 409,
  /** The order exceeds the remaining budget of the school, which `details.left` contains. */
  budget_exceeded: 409,
  expired: 410,
  revoked: 410,
  /** The link has reached its maximum number of uses. */
  exhausted: 410,
  too_large: 413,
  unsupported_type: 415,
  /** The licence does not allow seats for this kind of recipient. */
  scope_mismatch: 422,
  /** The licence is only for teachers, and the recipient is not a teacher. */
  role_mismatch: 422,
  /** The school has more members than the licence has seats. `details` contains both numbers. */
  too_many_members: 422,
  /** The lending point does not lend on these days. `details` contains the possible day or duration. */
  too_early: 422,
  too_late: 422,
  too_long: 422,
  day_closed: 422,
  visits_full: 422,
  /** The terms have changed since the user agreed to them. */
  terms_outdated: 422,
  /** The lending point requires the purpose of an order. */
  purpose_missing: 422,
  /** The idempotency key is malformed (`details.reason` is `format`) or was used for another request (`used`). */
  key_unusable: 422,
  /** The received bytes do not match the checksum. */
  checksum_mismatch: 422,
  /** The header of the file matches its format, but the rest cannot be read. */
  broken_file: 422,
  locked: 423,
  too_many_attempts: 429,
  /** Too many exports and documents of the user are queued. `details.retry_after` is the time to wait. */
  too_many_files: 429,
  internal: 500,
  unavailable: 503,
  /** The storage quota of the teacher or the school is exceeded. `details` contains the limit and the used space. */
  quota_exceeded: 507,
  /** The file storage is full. */
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

/** Error caused by a request. `field` is the first invalid field. Any other exception is a server error and is reported as `internal`. */
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

/** Returns the error for an invalid field. */
export const invalid = (field: string, rule: string, details: Record<string, unknown> = {}): AppError =>
  new AppError('validation_failed', { field, details: { problems: [{ field, rule }], ...details } });

/** Returns one error for multiple invalid fields, of which `field` is the first. */
export const invalidFields = (problems: readonly FieldProblem[], details: Record<string, unknown> = {}): AppError =>
  new AppError('validation_failed', { ...(problems[0] && { field: problems[0].field }), details: { problems, ...details } });

/** Throws if any field is invalid. Entries that are `false` are ignored. */
export function rejectInvalidFields(found: readonly (FieldProblem | false)[], details: Record<string, unknown> = {}): void {
  const problems = found.filter((problem) => problem !== false);
  if (problems.length > 0) throw invalidFields(problems, details);
}

/** Returns the error for an object that does not exist or that the user may not see. */
export const notFound = (field = 'id'): AppError => new AppError('not_found', { field });

/** Returns the details with a message key for each problem. If there are no problems, the field of the error becomes one. */
function withSentences({ code, field, details }: AppError): Record<string, unknown> | undefined {
  if (code !== 'validation_failed') return details;
  const problems = (details?.problems ?? (field === undefined ? [] : [{ field, rule: 'format' }])) as FieldProblem[];
  return { ...details, problems: problems.map((problem) => ({ message_key: messageKeyOf(problem.rule), ...problem })) };
}

/** Returns the body of an error reply, which has the same format for all errors. */
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
