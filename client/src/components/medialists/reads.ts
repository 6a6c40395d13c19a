/** What a change of media lists puts out of date, and refusals in words. */
import type { AppError } from '@fundus/contract/errors';
import { medialistItems } from '@fundus/contract/medialists/items';
import { medialists, MAX_ITEMS } from '@fundus/contract/medialists/medialists';
import { medialistLinks } from '@fundus/contract/medialists/links';
import { medialistSharing } from '@fundus/contract/medialists/sharing';
import { t as say, type Translate } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';

/** Fields, state or place of a list. */
export const LIST_READS = { refreshes: [medialists.read, medialists.list, medialistItems.listsWith, medialistSharing.releasedTo] };
/** What stands in lists. */
export const ITEM_READS = { refreshes: [medialists.read, medialists.list, medialistItems.listsWith, medialists.check] };
/** By which links. */
export const LINK_READS = { refreshes: [medialistLinks.links] };
/** Who has a list. */
export const SHARING_READS = { refreshes: [medialistSharing.sharing, medialistSharing.releasedTo, medialists.read, medialists.list] };

export function wordsOf(t: Translate, error: AppError): string {
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

/** Tells of a refusal at the foot of the page. */
export const tellProblem = (error: AppError): void => showSnackbar({ text: wordsOf(say, error), type: 'error' });
