import type { AppError } from '@fundus/contract/errors';
import type { Translate } from '../../i18n/translate.ts';

/** Returns the error text for a folder's name, or `null`. */
export function folderProblemText(t: Translate, error: AppError | null): string | null {
  if (!error) return null;
  if (error.code === 'already_exists') return t('library.folders.taken');
  return error.field === 'folders' ? t('library.folders.full') : t(`error.${error.code}`);
}
