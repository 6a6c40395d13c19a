/** Online packages and exercises: facts read at the upload, and permissions of their frames. */
import { z } from 'zod';

/** Maximum number of units of a package. */
export const MAX_UNITS = 500;
/** Maximum length of the state a unit stores for a learner, in characters. */
export const MAX_STATE = 200_000;

/** A page listed in the package's manifest: a SCO, or an asset without a version. */
export const PackageUnit = z.object({
  id: z.string(),
  title: z.string(),
  /** Title of the organization or of the item above it. */
  group: z.string().nullable(),
  /** Relative address in the package, with query and fragment. */
  href: z.string(),
  scorm: z.enum(['1.2', '2004']).nullable(),
  launch_data: z.string(),
  /** Score to reach, in percent. */
  mastery: z.number().nullable(),
  max_time: z.string(),
  time_limit_action: z.string(),
  /** Completion threshold of SCORM 2004, from 0 to 1. */
  threshold: z.number().nullable(),
});
export type PackageUnit = z.output<typeof PackageUnit>;

/** A part of a package that does not work; texts are the messages `player.notice.*`. */
export const PackageNotice = z.object({
  code: z.enum(['missing_files', 'flash_parts', 'server_parts', 'no_results']),
  /** File names, comma-separated; at most five. */
  names: z.string(),
  count: z.int(),
});
export type PackageNotice = z.output<typeof PackageNotice>;

export const PackageInfo = z.object({
  units: z.array(PackageUnit),
  /** External hosts from which it loads content. */
  hosts: z.array(z.string()),
  notices: z.array(PackageNotice),
});
export type PackageInfo = z.output<typeof PackageInfo>;
