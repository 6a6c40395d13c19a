import { medialistLinks, type ShareLink } from '@fundus/contract/medialists/links';
import type { Medialist } from '@fundus/contract/medialists/medialists';
import { UserRoundCheck } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { copyShareLink, shareLinkUrl } from '../../../components/medialists/link-address.ts';
import { LinkCode } from '../../../components/medialists/LinkCode.tsx';
import { LINK_READS } from '../../../components/medialists/reads.ts';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { LinkFields, useLinkValues } from '../dialogs/LinkFields.tsx';
import type { ListTarget } from './list-target.ts';
import '../medialists.css';

/** Creates a share link or a code for a substitute, which then replaces the fields. */
export function useShareByLink(list: Medialist): ListTarget {
  const { t } = useT();
  const create = useCall(medialistLinks.createLink, LINK_READS);
  const form = useLinkValues(null);
  const [made, setMade] = useState<ShareLink | null>(null);
  const params = { id: list.id };
  const createCode = () => create.mutate({ params, body: { kind: 'substitute' } }, { onSuccess: setMade });
  return {
    ready: made !== null || (list.can.link && form.ready),
    pending: create.isPending,
    error: create.error,
    action: t(made ? 'list.links.copy' : 'list.links.create'),
    send: () => (made ? void copyShareLink(shareLinkUrl(made)) : create.mutate({ params, body: form.bodyOfNew() }, { onSuccess: setMade })),
    fields: made ? (
      <LinkCode listId={list.id} link={made} />
    ) : (
      <>
        {list.can.link && <LinkFields form={form} />}
        {list.can.substitute && (
          <div className="list-substitute">
            <p className="small-print">{t('list.share.substitute.hint')}</p>
            <Button variant="line" icon={<UserRoundCheck />} disabled={create.isPending} onClick={createCode}>
              {t('list.links.substitute')}
            </Button>
          </div>
        )}
      </>
    ),
  };
}
