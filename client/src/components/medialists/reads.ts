/** Queries to refetch after media lists change, and error messages. */
import type { AppError } from '@fundus/contract/errors';
import { medialistItems } from '@fundus/contract/medialists/items';
import { medialists, MAX_ITEMS } from '@fundus/contract/medialists/medialists';
import { medialistLinks } from '@fundus/contract/medialists/links';
import { medialistSharing } from '@fundus/contract/medialists/sharing';
import { t as translate, type Translate } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';

/** Queries to refetch after the fields, state or folder of a list change. */
export const LIST_READS = { refreshes: [medialists.read, medialists.list, medialistItems.listsWith, medialistSharing.releasedTo] };
/** Queries to refetch after the items of a list change. */
export const ITEM_READS = { refreshes: [medialists.read, medialists.list, medialistItems.listsWith, medialists.check] };
/** Queries to refetch after share links change. */
export const LINK_READS = { refreshes: [medialistLinks.links] };
/** Queries to refetch after access to a list changes. */
export const SHARING_READS = { refreshes: [medialistSharing.sharing, medialistSharing.releasedTo, medialists.read, medialists.list] };

export function errorText(t: Translate, error: AppError): string {
  const { reason, most } = error.details ?? {};
  if (error.code === 'locked') return t('list.readOnly');
  if (error.code === 'version_conflict') return t('list.conflict.order');
  if (error.code === 'already_exists') return t('list.had');
  if (error.code === 'validation_failed' && error.field === 'items') return t('list.most.items', { count: MAX_ITEMS });
  if (reason === 'most_members') return t('list.most.members', { count: Number(most) });
  if (reason === 'most_links') return t('list.most.links', { count: Number(most) });
  if (reason === 'most') return t('list.most.lists', { count: Number(most) });
  return t(`error.${error.code}`, { name: '' });
}

/** Shows an error as a snackbar. */
export const showError = (error: AppError): void => showSnackbar({ text: errorText(translate, error), type: 'error' });
