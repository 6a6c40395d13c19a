import { lending } from '@fundus/contract/lending/lending';
import { MAX_FITS, type DeviceModel } from '@fundus/contract/lending/points/points';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { query } from '../../../api/query.ts';
import { useT } from '../../../i18n/translate.ts';
import { TextField } from '../../../ui/fields/Field.tsx';
import { useDebounced } from '../../../ui/use-debounced.ts';
import { NamedRows } from '../parts/NamedRows.tsx';
import '../parts/tours.css';

type Fit = Pick<DeviceModel, 'id' | 'name'>;
type Props = { point: string; except: string | null; chosen: readonly Fit[]; onChange: (chosen: readonly Fit[]) => void };

/** Selects models of the lending point that are useful in combination with a model. */
export function FitsField({ point, except, chosen, onChange }: Props) {
  const { t } = useT();
  const [typed, setTyped] = useState('');
  const q = useDebounced(typed.trim(), 200);
  const found = useQuery({
    ...query(lending.models, { query: { point, q, limit: 8 } }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  });
  const items = q === '' ? [] : (found.data?.items ?? []);
  const others = items.filter(({ id }) => id !== except && !chosen.some((fit) => fit.id === id));
  return (
    <fieldset className="tour-stops">
      <legend>{t('lending.fits')}</legend>
      <NamedRows
        rows={chosen}
        icon={<X />}
        label={(name) => t('lending.template.without', { name })}
        onPick={({ id }) => onChange(chosen.filter((fit) => fit.id !== id))}
      />
      {chosen.length < MAX_FITS && (
        <>
          <TextField
            type="search"
            label={t('lending.fits.find')}
            hint={t('lending.fits.hint')}
            maxLength={100}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          <NamedRows
            rows={others}
            icon={<Plus />}
            label={(name) => t('lending.fits.add', { name })}
            onPick={({ id, name }) => onChange([...chosen, { id, name }])}
          />
        </>
      )}
    </fieldset>
  );
}
