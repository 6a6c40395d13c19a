/** Answers of the "May I …?" box on the page of a medium. */
import { z } from 'zod';

const MAY_QUESTIONS = ['show_in_class', 'release_to_class', 'download', 'embed_lms', 'adapt', 'public_screening'] as const;
/**
 * Reason of an answer. `open`: an open licence, named by `note`, allows it; `open_nc`: for non-commercial use; `open_sa`: under the same licence;
 * `until`: until the licence ends; `delete`: the same, with deletion afterwards; `seat`: with a seat; `unlicensed`: no licence; `excluded`: the
 * licence excludes it; `no_file`: no file to save; `no_file_yet`: once there is a file; `ask`: its own right is requested separately; `later`: once
 * there is a licence.
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

/** Answer to one question for the user. */
export const MayAnswer = z.object({
  question: z.enum(MAY_QUESTIONS),
  answer: z.enum(['yes', 'limited', 'no']),
  why: z.enum(MAY_REASONS).nullable(),
  /** ISO day or name of a licence, depending on the reason. */
  note: z.string(),
});
