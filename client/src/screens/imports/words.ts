import { IMPORT_FORMATS, type ImportFormat, type ImportRun } from '@fundus/contract/imports/imports';
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
