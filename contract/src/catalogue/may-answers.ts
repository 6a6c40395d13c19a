/** Answers of the "May I …?" box on the page of a medium. */
import { z } from 'zod';

const MAY_QUESTIONS = ['show_in_class', 'release_to_class', 'download', 'embed_lms', 'adapt', 'public_screening'] as const;
/** Reasons for an answer. */
const MAY_REASONS = [
  /** An open licence allows it. */
  'open',
  /** An open licence allows it for non-commercial use. */
  'open_nc',
  /** An open licence allows it if the result has the same licence. */
  'open_sa',
  /** Allowed until the licence ends. */
  'until',
  /** Allowed until the licence ends. Copies must be deleted then. */
  'delete',
  /** The user needs a seat of the licence. */
  'seat',
  /** There is no licence. */
  'unlicensed',
  /** The licence does not allow it. */
  'excluded',
  /** There is no file to download. */
  'no_file',
  /** Allowed once there is a file. */
  'no_file_yet',
  /** A separate right is required. */
  'ask',
  /** Allowed once the school has a licence. */
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
