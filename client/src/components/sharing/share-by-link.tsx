import { medialists } from '@fundus/contract/medialists/medialists';
import { medialistLinks, type ShareLink } from '@fundus/contract/medialists/links';
import { useState } from 'react';
import { useCall } from '../../api/query.ts';
import { useT } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { useUndo } from '../../stores/use-undo.ts';
import { copyShareLink, shareLinkUrl } from '../medialists/link-address.ts';
import { LinkCode } from '../medialists/LinkCode.tsx';
import { LIST_READS } from '../medialists/reads.ts';
import { isLinkDay, LinkUntilField } from './LinkUntilField.tsx';
import { useCreateListOfMedia } from './new-list-of.ts';
import type { MediumToShare } from './shared.ts';
import './sharing.css';
import type { ShareTarget } from './share-target.ts';

/** Share target "link": creates a media list with the media, and a link to that list. */
export function useShareByLink(media: readonly MediumToShare[], onClose: () => void): ShareTarget {
  const { t } = useT();
  const create = useCall(medialists.create, LIST_READS);
  const link = useCall(medialistLinks.createLink);
  const undo = useUndo(LIST_READS);
  const [until, setUntil] = useState('');
  const [made, setMade] = useState<{ listId: string; link: ShareLink } | null>(null);
  const body = useCreateListOfMedia(media);
  const fits = isLinkDay(until);
  const send = () =>
    create.mutate(
      { body },
      {
        onSuccess: (list) =>
          link.mutate(
            { params: { id: list.id }, body: { ...(until !== '' && { valid_until: until }) } },
            {
              onSuccess: (fresh) => {
                setMade({ listId: list.id, link: fresh });
                const back = undo(medialists.remove, { params: { id: list.id } }, { done: onClose });
                showSnackbar({ text: t('share.link.done', { title: list.title }), type: 'success', action: back });
              },
            },
          ),
      },
    );
  return {
    ready: made !== null || fits,
    pending: create.isPending || link.isPending,
    error: create.error ?? link.error,
    ...(made && { action: t('list.links.copy') }),
    send: () => (made ? void copyShareLink(shareLinkUrl(made.link)) : send()),
    fields: made ? (
      <LinkCode {...made} />
    ) : (
      <>
        <p className="share-hint">{t('share.link.hint')}</p>
        <LinkUntilField value={until} fits={fits} onChange={setUntil} />
      </>
    ),
  };
}
