import { medialistLinks, type ShareLink } from '@fundus/contract/medialists/links';
import { useCall } from '../../../api/query.ts';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { LINK_READS, errorText } from '../../../components/medialists/reads.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { LinkFields, useLinkValues } from './LinkFields.tsx';

type Props = { listId: string; link: ShareLink; onClose: () => void };

/** Edits the name, the last day and the password of a share link. */
export function LinkDialog({ listId, link, onClose }: Props) {
  const { t } = useT();
  const change = useCall(medialistLinks.changeLink, LINK_READS);
  const form = useLinkValues(link);
  const send = () =>
    change.mutate(
      { params: { id: listId, linkId: link.id }, body: form.bodyOfChange() },
      {
        onSuccess: () => {
          showSnackbar({ text: t('list.links.changed'), type: 'success' });
          onClose();
        },
      },
    );
  return (
    <FormDialog
      title={t('list.links.change.title')}
      action={t('app.save')}
      disabled={change.isPending || !form.ready}
      problem={change.error && errorText(t, change.error)}
      onSend={send}
      onClose={onClose}
    >
      <LinkFields form={form} />
    </FormDialog>
  );
}
