/** Packages and exercises: data read during the upload, and permissions of their frames. */
import { z } from 'zod';

/** Maximum number of units in a package. */
export const MAX_UNITS = 500;
/** Maximum length in characters of the state that a unit stores for a learner. */
export const MAX_STATE = 200_000;

/** Page listed in the manifest of a package. It is a SCO, or an asset if `scorm` is `null`. */
export const PackageUnit = z.object({
  id: z.string(),
  title: z.string(),
  /** Title of the organization or of the parent item. */
  group: z.string().nullable(),
  /** Relative URL inside the package, including query and fragment. */
  href: z.string(),
  scorm: z.enum(['1.2', '2004']).nullable(),
  launch_data: z.string(),
  /** Score in percent that must be reached. */
  mastery: z.number().nullable(),
  max_time: z.string(),
  time_limit_action: z.string(),
  /** Completion threshold of SCORM 2004, from 0 to 1. */
  threshold: z.number().nullable(),
});
export type PackageUnit = z.output<typeof PackageUnit>;

/** Part of a package that does not work. The messages `player.notice.*` describe it. */
export const PackageNotice = z.object({
  code: z.enum(['missing_files', 'flash_parts', 'server_parts', 'no_results']),
  /** Up to five file names, separated by commas. */
  names: z.string(),
  count: z.int(),
});
export type PackageNotice = z.output<typeof PackageNotice>;

export const PackageInfo = z.object({
  units: z.array(PackageUnit),
  /** External hosts from which the package loads content. */
  hosts: z.array(z.string()),
  notices: z.array(PackageNotice),
});
export type PackageInfo = z.output<typeof PackageInfo>;
