import { IMPORT_FORMATS, type ImportFormat } from '@fundus/contract/imports/imports';
import type { ImportRun } from '@fundus/contract/imports/runs';
import type { MessageKey } from '@fundus/contract/messages';
import type { Translate } from '../../i18n/translate.ts';

const COUNTS = ['stored', 'changed', 'unchanged', 'joined', 'gone', 'refused'] as const;

/** Returns the counts of an import as text, such as "12 neu · 3 geändert". The number of new records is always included. */
export const countsOf = (t: Translate, { counts }: Pick<ImportRun, 'counts'>): string[] =>
  COUNTS.flatMap((name) => (counts[name] > 0 || name === 'stored' ? [t(`imports.count.${name}`, { count: counts[name] })] : []));

export const runName = ({ kind, file_name, source_name }: ImportRun): string => (kind === 'file' ? file_name : source_name);

/** Returns the name of the format. Format names of repositories are returned unchanged. */
export const formatOf = (t: Translate, { format }: Pick<ImportRun, 'format'>): string =>
  (IMPORT_FORMATS as readonly string[]).includes(format) ? t(`imports.format.${format as ImportFormat}`) : format;

export const isRunOpen = ({ state }: Pick<ImportRun, 'state'>): boolean => state === 'waiting' || state === 'running';

const FIELDS = [
  ...['identifier', 'title', 'subtitle', 'description', 'keywords', 'subjects', 'type', 'languages', 'language', 'audience', 'publisher'],
  ...['address', 'rights', 'licence', 'year', 'duration', 'files.path', 'licences.target', 'line', 'isbn', 'ean', 'doi'],
];

/** Returns the name of a field in the report. Column names of tables are returned unchanged. */
export const fieldOf = (t: Translate, field: string): string =>
  FIELDS.includes(field) ? t(`imports.field.${field}` as MessageKey) : field;
