import { LINK_NAME_LENGTH, LINK_PASSWORD_LENGTH } from '@fundus/contract/medialists/rules';
import { medialistLinks, type ShareLink } from '@fundus/contract/medialists/links';
import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { LINK_READS, wordsOf } from '../../../components/medialists/reads.ts';
import { isLinkDay, LinkUntilField } from '../../../components/sharing/LinkUntilField.tsx';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { Checkbox, TextField } from '../../../ui/fields/Field.tsx';
import '../medialists.css';

type Props = {
  listId: string;
  /** `null` for a new link. */ link: ShareLink | null;
  onMade: (link: ShareLink) => void;
  onClose: () => void;
};

/** Edits name, last day and password of a link. */
export function LinkDialog({ listId, link, onMade, onClose }: Props) {
  const { t } = useT();
  const create = useCall(medialistLinks.createLink, LINK_READS);
  const change = useCall(medialistLinks.changeLink, LINK_READS);
  const [name, setName] = useState(link?.name ?? '');
  const [until, setUntil] = useState(link?.valid_until ?? '');
  const [locked, setLocked] = useState(link?.has_password ?? false);
  const [password, setPassword] = useState('');
  const kept = until === (link?.valid_until ?? '');
  const fits = kept || isLinkDay(until);
  const asks = locked && !(link?.has_password && password === '');
  const short = asks && password.length < 4;
  const error = create.error ?? change.error;
  const send = () => {
    const about = { name, ...(!kept && until !== '' && { valid_until: until }) };
    if (link === null) create.mutate({ params: { id: listId }, body: { ...about, ...(asks && { password }) } }, { onSuccess: onMade });
    else
      change.mutate(
        {
          params: { id: listId, linkId: link.id },
          body: { ...about, ...(asks ? { password } : !locked && link.has_password && { password: null }) },
        },
        {
          onSuccess: () => {
            showSnackbar({ text: t('list.links.changed'), type: 'success' });
            onClose();
          },
        },
      );
  };
  return (
    <FormDialog
      title={t(link ? 'list.links.change.title' : 'list.links.make')}
      action={t(link ? 'app.save' : 'list.links.create')}
      disabled={create.isPending || change.isPending || !fits || short}
      problem={error && wordsOf(t, error)}
      onSend={send}
      onClose={onClose}
    >
      <p className="quiet small list-link-hint">{t('list.links.make.hint')}</p>
      <TextField
        label={t('list.links.name')}
        hint={t('list.links.name.hint')}
        maxLength={LINK_NAME_LENGTH}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <LinkUntilField value={until} fits={fits} onChange={setUntil} />
      <Checkbox
        label={t('list.links.password')}
        hint={t('list.links.password.hint')}
        checked={locked}
        onChange={(event) => setLocked(event.target.checked)}
      />
      {locked && (
        <TextField
          label={t(link?.has_password ? 'list.links.password.other' : 'list.linked.password')}
          hint={link?.has_password ? t('list.links.password.keeps') : t('list.links.password.rule')}
          autoComplete="off"
          maxLength={LINK_PASSWORD_LENGTH}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      )}
    </FormDialog>
  );
}
