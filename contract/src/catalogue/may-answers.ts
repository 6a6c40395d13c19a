/** Answers of the "May I …?" box on the page of a medium. */
import { z } from 'zod';

const MAY_QUESTIONS = ['show_in_class', 'release_to_class', 'download', 'embed_lms', 'adapt', 'public_screening'] as const;
/**
 * Reasons for an answer. `open` means an open licence, `open_nc` only non-commercial use, `open_sa` sharing under the same licence. `until` means
 * until the licence ends, `delete` that copies must be deleted then, and `seat` only with a seat. `unlicensed` and `later` mean that there is no
 * licence yet, `excluded` that the licence excludes it. `no_file` and `no_file_yet` mean that there is no file, and `ask` that this right must be
 * requested separately.
 */
const MAY_REASONS = [
  'open',
  'open_nc',
  'open_sa',
  'until',
  'delete',
  'seat',
  'unlicensed',
  'excluded',
  'no_file',
  'no_file_yet',
  'ask',
  'later',
] as const;

/** Answer to a question of the user. */
export const MayAnswer = z.object({
  question: z.enum(MAY_QUESTIONS),
  answer: z.enum(['yes', 'limited', 'no']),
  why: z.enum(MAY_REASONS).nullable(),
  /** ISO date or name of a licence, depending on the reason. */
  note: z.string(),
});
