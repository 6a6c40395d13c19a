import { news } from '@fundus/contract/news/news';
import { MAX_TARGETS } from '@fundus/contract/news/rules';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { query } from '../../../api/query.ts';
import { useT } from '../../../i18n/translate.ts';
import { FindField } from '../../../ui/fields/FindField.tsx';
import { useDebounced } from '../../../ui/use-debounced.ts';
import type { Target, TargetKind } from './edit-values.ts';
import '../../../ui/fields/field.css';
import './edit-news.css';

type Props = { of: TargetKind; chosen: readonly Target[]; error: string | null; onChoose: (chosen: readonly Target[]) => void };

const MAX_FOUND = 20;

/** Selects schools of the district or classes of the school. Selected ones stay visible during a search. */
export function TargetsFinder({ of: kind, chosen, error, onChoose }: Props) {
  const { t } = useT();
  const id = useId();
  const [typed, setTyped] = useState('');
  const q = useDebounced(typed.trim(), 200);
  const found = useQuery({
    ...query(news.targets, { query: { audience: kind, q, limit: MAX_FOUND } }),
    placeholderData: keepPreviousData,
  });
  const items = found.data?.items;
  const others = chosen.filter((one) => !items?.some((item) => item.id === one.id));
  const toggle = (one: Target, wanted: boolean) =>
    onChoose([...chosen.filter((other) => other.id !== one.id), ...(wanted ? [{ id: one.id, name: one.name }] : [])]);
  const row = (one: Target) => (
    <li key={one.id}>
      <label className="check">
        <input
          type="checkbox"
          checked={chosen.some((other) => other.id === one.id)}
          disabled={chosen.length >= MAX_TARGETS && !chosen.some((other) => other.id === one.id)}
          onChange={(event) => toggle(one, event.target.checked)}
        />
        <span>{one.name}</span>
      </label>
    </li>
  );
  return (
    <div className="field news-targets" role="group" aria-labelledby={id}>
      <p className="news-targets-name" id={id}>
        {t(`news.targets.${kind}`)}
      </p>
      <FindField
        wide
        label={t(`news.targets.${kind}.find`)}
        value={typed}
        maxLength={100}
        autoComplete="off"
        aria-invalid={error ? true : undefined}
        onType={setTyped}
      />
      {error && <p className="field-error">{error}</p>}
      {found.error && <p className="field-error">{t(`error.${found.error.code}`, { name: '' })}</p>}
      <p className="small-print" role="status">
        {items && !found.isFetching
          ? items.length === 0
            ? t(`news.targets.${kind}.none`)
            : t('news.targets.chosen', { count: chosen.length })
          : ''}
      </p>
      <ul className="news-picks">
        {others.map(row)}
        {items?.map(row)}
      </ul>
    </div>
  );
}
