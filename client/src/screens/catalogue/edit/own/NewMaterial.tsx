import { ownMaterial } from '@fundus/contract/own-material/own-material';
import { href } from '@fundus/contract/screens';
import { useState } from 'react';
import { useCall } from '../../../../api/query.ts';
import { SmallForm } from '../../../../components/forms/SmallForm.tsx';
import { readWebAddress } from '../../../../components/forms/web-address.ts';
import { DropMaterial } from '../../../../components/own-material/DropMaterial.tsx';
import { MATERIAL_READS } from '../../../../components/own-material/reads.ts';
import { recordOf, type CreatedMaterial } from '../../../../components/own-material/use-new-material.ts';
import type { Go } from '../../../../components/page/screen.ts';
import { useT } from '../../../../i18n/translate.ts';
import { Link } from '../../../../ui/Link.tsx';
import { TextField } from '../../../../ui/fields/Field.tsx';
import { FormProblem } from '../../../../ui/fields/FormProblem.tsx';
import '../edit-screen.css';

/** Code of the media type "Internetseite". */
const WEB_PAGE = '58';

/**
 * Creates own material from files or a link. A single material is opened; several are shown in the list of own material once all files are accepted.
 */
export function NewMaterial({ go }: { go: Go }) {
  const { t } = useT();
  const [made, setMade] = useState<readonly CreatedMaterial[]>([]);
  const arrive = (one: CreatedMaterial) => {
    setMade((all) => [...all, one]);
    if (!one.complete) return;
    go(one.count === 1 ? href('own-material', { id: one.identifier }) : href('library', { tab: 'own' }), { replace: true });
  };
  return (
    <div className="material-new">
      <div>
        <DropMaterial onMade={arrive} />
        {made.length > 0 && (
          <ul className="lines material-made" aria-label={t('material.made')}>
            {made.map(({ identifier, title }) => (
              <li key={identifier}>
                <Link href={href('own-material', { id: identifier })}>{title}</Link>
              </li>
            ))}
          </ul>
        )}
      </div>
      <LinkInstead go={go} />
    </div>
  );
}

function LinkInstead({ go }: { go: Go }) {
  const { t } = useT();
  const create = useCall(ownMaterial.create, MATERIAL_READS);
  const [url, setUrl] = useState('');
  const [title, setTitle] = useState('');
  const { full, wrong } = readWebAddress(url);
  const send = () =>
    create.mutate(
      { body: { record: recordOf(title.trim(), WEB_PAGE, full), rights: null } },
      { onSuccess: ({ identifier }) => go(href('own-material', { id: identifier }), { replace: true }) },
    );
  return (
    <section className="block-s">
      <h2>{t('material.link')}</h2>
      {create.error && <FormProblem>{t(`error.${create.error.code}`, { name: '' })}</FormProblem>}
      <SmallForm ready={!create.isPending && full !== '' && !wrong && title.trim() !== ''} onSend={send}>
        <TextField
          label={t('list.item.url')}
          type="url"
          inputMode="url"
          placeholder="https://"
          value={url}
          maxLength={2_000}
          error={wrong ? t('list.item.url.wrong') : null}
          onChange={(event) => setUrl(event.target.value)}
        />
        <TextField label={t('list.item.title')} value={title} maxLength={200} onChange={(event) => setTitle(event.target.value)} />
      </SmallForm>
    </section>
  );
}
