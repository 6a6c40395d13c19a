/** Search fields for the medium and the school of a new licence. */
import { licences } from '@fundus/contract/licences/licences';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '../../api/query.ts';
import { joinFacts } from '../../i18n/join-facts.ts';
import { typeName } from '../../i18n/reference-names.ts';
import { useT } from '../../i18n/translate.ts';
import { useDebounced } from '../../ui/use-debounced.ts';
import { FindList } from './FindList.tsx';

export type ChosenItem = { id: string; title: string } | null;
type FinderProps = { chosen: ChosenItem; onChoose: (next: ChosenItem) => void; error: string | null };

export function MediumFinder({ chosen, onChoose, error }: FinderProps) {
  const { t } = useT();
  const [text, setText] = useState('');
  const q = useDebounced(text.trim(), 200);
  const found = useQuery({ ...query(licences.media, { query: { q } }), enabled: q !== '', placeholderData: (before) => before });
  return (
    <FindList
      label={t('licence.medium')}
      hint={chosen ? t('licence.chosen', { what: chosen.title }) : t('licence.medium.hint')}
      error={error}
      text={text}
      onText={setText}
      none={t('licence.medium.none')}
      kind="one"
      chosen={new Set(chosen ? [chosen.id] : [])}
      onToggle={(item) => onChoose({ id: item.key, title: item.title })}
      items={
        q === ''
          ? undefined
          : found.data?.items.map((item) => ({
              key: item.identifier,
              title: item.fn_titel,
              about: joinFacts([typeName(item.fn_typ), item.producer, item.year]),
              shut: item.free ? t('licence.medium.free') : null,
            }))
      }
    />
  );
}

export function SchoolFinder({ chosen, onChoose, error }: FinderProps) {
  const { t } = useT();
  const [text, setText] = useState('');
  const q = useDebounced(text.trim(), 200);
  const found = useQuery({ ...query(licences.schools, { query: { q } }), placeholderData: (before) => before });
  const district = { key: '', title: t('licence.owner.district'), about: t('licence.owner.district.hint') };
  return (
    <FindList
      label={t('licence.owner')}
      error={error}
      text={text}
      onText={setText}
      none={t('licence.owner.none')}
      kind="one"
      chosen={new Set([chosen?.id ?? ''])}
      onToggle={(item) => onChoose(item.key === '' ? null : { id: item.key, title: item.title })}
      items={
        found.data && [...(q === '' ? [district] : []), ...found.data.items.map(({ id, name, about }) => ({ key: id, title: name, about }))]
      }
    />
  );
}
