import { LINK_NAME_LENGTH, LINK_PASSWORD_LENGTH } from '@fundus/contract/medialists/rules';
import type { ShareLink } from '@fundus/contract/medialists/links';
import { useState } from 'react';
import { isLinkDay, LinkUntilField } from '../../../components/sharing/LinkUntilField.tsx';
import { useT } from '../../../i18n/translate.ts';
import { Checkbox, TextField } from '../../../ui/fields/Field.tsx';
import '../medialists.css';

/** Returns the form state of a share link and its request body. `link` is `null` for a new link. */
export function useLinkValues(link: ShareLink | null) {
  const [name, setName] = useState(link?.name ?? '');
  const [until, setUntil] = useState(link?.valid_until ?? '');
  const [locked, setLocked] = useState(link?.has_password ?? false);
  const [password, setPassword] = useState('');
  const kept = until === (link?.valid_until ?? '');
  const fits = kept || isLinkDay(until);
  const asks = locked && !(link?.has_password && password === '');
  const about = { name, ...(!kept && until !== '' && { valid_until: until }) };
  return {
    ...{ link, name, setName, until, setUntil, fits, locked, setLocked, password, setPassword },
    ready: fits && !(asks && password.length < 4),
    bodyOfNew: () => ({ ...about, ...(asks && { password }) }),
    bodyOfChange: () => ({ ...about, ...(asks ? { password } : !locked && link?.has_password && { password: null }) }),
  };
}

/** Fields for the name, the last day and the password of a share link. */
export function LinkFields({ form }: { form: ReturnType<typeof useLinkValues> }) {
  const { t } = useT();
  const { link, locked } = form;
  return (
    <>
      <p className="quiet small list-link-hint">{t('list.links.make.hint')}</p>
      <TextField
        label={t('list.links.name')}
        hint={t('list.links.name.hint')}
        maxLength={LINK_NAME_LENGTH}
        value={form.name}
        onChange={(event) => form.setName(event.target.value)}
      />
      <LinkUntilField value={form.until} fits={form.fits} onChange={form.setUntil} />
      <Checkbox
        label={t('list.links.password')}
        hint={t('list.links.password.hint')}
        checked={locked}
        onChange={(event) => form.setLocked(event.target.checked)}
      />
      {locked && (
        <TextField
          label={t(link?.has_password ? 'list.links.password.other' : 'list.linked.password')}
          hint={link?.has_password ? t('list.links.password.keeps') : t('list.links.password.rule')}
          autoComplete="off"
          maxLength={LINK_PASSWORD_LENGTH}
          value={form.password}
          onChange={(event) => form.setPassword(event.target.value)}
        />
      )}
    </>
  );
}
