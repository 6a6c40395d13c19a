/** Error texts for classes, and the reads to refetch after changes. */
import { classes } from '@fundus/contract/classes/classes';
import { classMedia } from '@fundus/contract/classes/media';
import { classMembers } from '@fundus/contract/classes/members';
import type { Reply } from '@fundus/contract/endpoint';
import type { AppError } from '@fundus/contract/errors';
import { learnerCodes } from '@fundus/contract/classes/learner-codes';
import { t as translate, type Translate } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';

/** Queries to refetch after a class changes. */
export const CLASS_READS = { refreshes: [classes.read, classes.list, classes.ofSchool, classMembers.members, learnerCodes.codes] };
export const CLASS_MEDIA_READS = { refreshes: [classMedia.media, classes.read, classes.list] };
export const CODE_READS = {
  refreshes: [learnerCodes.codes, learnerCodes.withoutClass, classMembers.members, classes.read, classes.list],
};

export function errorText(t: Translate, error: AppError): string {
  const reason = error.details?.reason;
  if (error.code === 'state_conflict' && reason === 'last_owner') return t('class.lastOwner');
  if (error.code === 'already_exists' && error.field === 'name') return t('class.name.taken');
  if (error.code === 'state_conflict' && reason === 'most') return t('codes.most', { count: Number(error.details?.most) });
  if (error.code === 'locked') return t('class.readOnly');
  if (error.code === 'version_conflict') return t('class.conflict');
  return t(`error.${error.code}`, { name: '' });
}

/**
 * Returns the text of an error that concerns the whole form, or `null` if a field shows it. After a concurrent change, the text says that the input
 * is kept.
 */
export const problemOf = (t: Translate, error: AppError | null): string | null =>
  error?.code === 'version_conflict' ? t('class.conflict.form') : error && !error.field ? errorText(t, error) : null;

/** Returns the text of an error that occurred while adding codes from a sheet. */
export const sheetErrorText = (t: Translate, error: AppError): string =>
  error.code === 'not_found' ? t('codes.sheet.unknown') : errorText(t, error);

/** Shows how many codes were added and how many of them lost their login pictures. */
export function showAddedCodes(t: Translate, { added, without_pictures, name }: Reply<typeof learnerCodes.addCodes>): void {
  const done = t('codes.added', { count: added, name });
  if (without_pictures === 0) showSnackbar({ text: done, type: 'success' });
  else showSnackbar({ text: `${done} ${t('codes.added.pictures', { count: without_pictures })}`, type: 'info' });
}

/** Shows an error as a snackbar. */
export const showError = (error: AppError): void => showSnackbar({ text: errorText(translate, error), type: 'error' });
