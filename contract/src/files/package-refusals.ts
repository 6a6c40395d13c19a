/** Reasons why an archive cannot be used as a package, returned in `details.archive` of `unsupported_type`. */
export const PACKAGE_REFUSALS = [
  'start',
  'start_missing',
  'start_choice',
  'start_external',
  'flash',
  'server',
  'program',
  'not_a_page',
  'aicc',
  'cartridge',
  'backup',
  'tests',
  'h5p_json',
  'h5p_content',
  'h5p_main',
  'h5p_libraries',
  'h5p_files',
  'h5p_core',
] as const;
export type PackageRefusal = (typeof PACKAGE_REFUSALS)[number];
