import { lending } from '@fundus/contract/lending/lending';
import { MAX_TEMPLATE_MODELS } from '@fundus/contract/lending/cart/templates';
import type { Lessons } from '@fundus/contract/lending/calendar/lessons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { query } from '../../../api/query.ts';
import { useT } from '../../../i18n/translate.ts';
import { IconButton } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/fields/Field.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { useDebounced } from '../../../ui/use-debounced.ts';
import '../parts/borrow.css';
import '../parts/tours.css';
import { MAX_AT_ONCE } from '@fundus/contract/lending/gate';

export type WantedModel = { model: string; name: string; quantity: number };
type Props = {
  point: string;
  period: { start: string; end: string; lessons: Lessons | null };
  chosen: readonly WantedModel[];
  onChange: (chosen: readonly WantedModel[]) => void;
};

/** Selects models and quantities. Search results show the number of devices that are free in the period. */
export function ModelsField({ point, period: { start, end, lessons }, chosen, onChange }: Props) {
  const { t } = useT();
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const q = useDebounced(typed.trim(), 200);
  const days = start !== '' && start <= end ? { from: start, until: end, ...lessons } : {};
  const found = useQuery({
    ...query(lending.models, { query: { point, q, limit: 8, ...days } }),
    enabled: q !== '',
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const others = q === '' ? [] : (found.data?.items ?? []).filter(({ id }) => !chosen.some(({ model }) => model === id));
  return (
    <fieldset className="tour-stops">
      <legend>{t('lending.models')}</legend>
      <ul className="open-schools">
        {chosen.map(({ model, name, quantity }) => (
          <li key={model}>
            <span>{name}</span>
            <span className="wanted-model">
              <Select
                label={t('lending.quantity.of', { name })}
                value={String(quantity)}
                options={Array.from({ length: MAX_AT_ONCE }, (_, i) => ({
                  value: String(i + 1),
                  label: t('lending.pieces', { count: i + 1 }),
                }))}
                onChange={(value) => onChange(chosen.map((each) => (each.model === model ? { ...each, quantity: Number(value) } : each)))}
              />
              <IconButton
                label={t('lending.template.without', { name })}
                icon={<X />}
                onClick={() => onChange(chosen.filter((each) => each.model !== model))}
              />
            </span>
          </li>
        ))}
      </ul>
      {chosen.length < MAX_TEMPLATE_MODELS && (
        <>
          <TextField
            ref={field}
            type="search"
            label={t('lending.fits.find')}
            maxLength={100}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          <p className="small-print" role="status">
            {typed.trim() !== '' && found.data?.items.length === 0 && t('lending.nothing')}
          </p>
          <ul className="open-schools">
            {others.map(({ id, name, free }) => (
              <li key={id}>
                <span>
                  {name}{' '}
                  {free !== null && (
                    <span className="small-print">{free > 0 ? t('lending.freeThen', { count: free }) : t('lending.noneThen')}</span>
                  )}
                </span>
                <IconButton
                  label={t('lending.fits.add', { name })}
                  icon={<Plus />}
                  onClick={() => {
                    onChange([...chosen, { model: id, name, quantity: 1 }]);
                    setTyped('');
                    // The pressed button is removed, so the focus moves to the search field.
                    field.current?.focus();
                  }}
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </fieldset>
  );
}
