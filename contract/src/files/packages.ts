/** Online packages and exercises: what the portal reads of them at the upload, and what their frames may do. */
import { z } from 'zod';

/** Maximum number of units of a package. */
export const MAX_UNITS = 500;
/** Maximum length of the state a unit stores for a learner, in characters. */
export const MAX_STATE = 200_000;

/** A page of a package that its manifest names: a SCO, or an asset without a version. */
export const PackageUnit = z.object({
  id: z.string(),
  title: z.string(),
  /** Title of the organization or of the item above it. */
  group: z.string().nullable(),
  /** Relative address in the package, with query and fragment. */
  href: z.string(),
  scorm: z.enum(['1.2', '2004']).nullable(),
  launch_data: z.string(),
  /** Score to be reached, in percent. */
  mastery: z.number().nullable(),
  max_time: z.string(),
  time_limit_action: z.string(),
  /** SCORM 2004: progress that counts as completed, 0 to 1. */
  threshold: z.number().nullable(),
});
export type PackageUnit = z.output<typeof PackageUnit>;

/** A part of a package that does not work, in the words of the error messages `player.notice.*`. */
export const PackageNotice = z.object({
  code: z.enum(['missing_files', 'flash_parts', 'server_parts', 'no_results']),
  /** File names, comma-separated; at most five. */
  names: z.string(),
  count: z.int(),
});
export type PackageNotice = z.output<typeof PackageNotice>;

export const PackageInfo = z.object({
  units: z.array(PackageUnit),
  /** Other hosts it loads content from. */
  hosts: z.array(z.string()),
  notices: z.array(PackageNotice),
});
export type PackageInfo = z.output<typeof PackageInfo>;
