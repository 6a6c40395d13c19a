import { IMPORT_FORMATS, type ImportFormat } from '@fundus/contract/imports/imports';
import type { ImportRun } from '@fundus/contract/imports/runs';
import type { MessageKey } from '@fundus/contract/messages';
import type { Translate } from '../../i18n/translate.ts';

const COUNTS = ['stored', 'changed', 'unchanged', 'joined', 'gone', 'refused'] as const;

/** "12 neu · 3 geändert": what a run did or would do; new ones are always said. */
export const countsOf = (t: Translate, { counts }: Pick<ImportRun, 'counts'>): string[] =>
  COUNTS.flatMap((name) => (counts[name] > 0 || name === 'stored' ? [t(`imports.count.${name}`, { count: counts[name] })] : []));

export const nameOf = ({ kind, file_name, source_name }: ImportRun): string => (kind === 'file' ? file_name : source_name);

/** A repository calls its formats as it likes. */
export const formatOf = (t: Translate, { format }: Pick<ImportRun, 'format'>): string =>
  (IMPORT_FORMATS as readonly string[]).includes(format) ? t(`imports.format.${format as ImportFormat}`) : format;

export const isOpen = ({ state }: Pick<ImportRun, 'state'>): boolean => state === 'waiting' || state === 'running';

const FIELDS = [
  ...['identifier', 'title', 'subtitle', 'description', 'keywords', 'subjects', 'type', 'languages', 'language', 'audience', 'publisher'],
  ...['address', 'rights', 'licence', 'year', 'duration', 'files.path', 'licences.target', 'line', 'isbn', 'ean', 'doi'],
];

/** A field as the report calls it; columns of a table have names of their own. */
export const fieldOf = (t: Translate, field: string): string =>
  FIELDS.includes(field) ? t(`imports.field.${field}` as MessageKey) : field;
