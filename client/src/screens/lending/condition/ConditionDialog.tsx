import { lendingCondition } from '@fundus/contract/lending/condition/condition';
import { SEVERITIES, type Severity } from '@fundus/contract/lending/states';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query, useCall } from '../../../api/query.ts';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { SelectField } from '../../../ui/fields/SelectField.tsx';
import { TextArea } from '../../../ui/fields/TextArea.tsx';
import { PhotoField } from './PhotoField.tsx';
import { useIdempotencyKey } from '../../../api/use-key.ts';
import { DESK_READS } from '../parts/desk-reads.ts';
import { refusalText } from '../parts/words.ts';
import '../parts/desk.css';

const RESULTS = ['ok', 'incomplete', 'damaged'] as const;

type Props = {
  item: { id: string; code: string; model: string };
  kind: 'issue' | 'return' | 'check';
  line: string | null;
  onClose: () => void;
};

/** Records the condition of a device: missing parts, damage and photos (docs/behaviour/lending.md#condition-and-damage). */
export function ConditionDialog({ item, kind, line, onClose }: Props) {
  const { t, locale } = useT();
  const pass = useQuery(query(lendingCondition.pass, { params: { id: item.id } }));
  const record = useCall(lendingCondition.recordCondition, { refreshes: [lendingCondition.pass, lendingCondition.damage, ...DESK_READS] });
  const [chosen, setChosen] = useState<(typeof RESULTS)[number] | null>(null);
  const [missing, setMissing] = useState<Record<string, number>>({});
  const [note, setNote] = useState('');
  const [photos, setPhotos] = useState<string[]>([]);
  const [severity, setSeverity] = useState<Severity>('limited');
  const [pays, setPays] = useState<'none' | 'open'>('none');
  const parts = (pass.data?.model.parts ?? []).map((part) => ({ ...part, there: part.count - (missing[part.name] ?? 0) }));
  const lacks = parts.filter(({ count, there }) => there < count);
  const result = chosen ?? (lacks.length > 0 ? 'incomplete' : 'ok');
  // Damage found at handover is only noted in the device record. It creates no damage report.
  const reports = result === 'damaged' && kind !== 'issue';
  const act = useIdempotencyKey();
  const send = () => {
    const body = { kind, line, result, parts, note, photos, damage: reports ? { severity, liability: pays } : null };
    record.mutate(
      { params: { id: item.id }, body: { ...body, key: act.keyOf(body) } },
      {
        onSuccess: ({ state }) => {
          const said = { code: item.code, state: t(`lending.item.${state}`) };
          showSnackbar({ text: t(reports ? 'lending.condition.done.damage' : 'lending.condition.done', said), type: 'success' });
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      title={t(`lending.condition.${kind}`, { code: item.code, model: item.model })}
      action={t('app.save')}
      disabled={record.isPending || !pass.data}
      problem={(record.error ?? pass.error) && refusalText(t, (record.error ?? pass.error)!, locale)}
      onSend={send}
      onClose={onClose}
    >
      {parts.length > 0 && (
        <fieldset className="desk-parts">
          <legend>{t('lending.parts')}</legend>
          {parts.map(({ name, count, there }) => (
            <SelectField
              key={name}
              label={name}
              value={String(there)}
              options={Array.from({ length: count + 1 }, (_, i) => ({
                value: String(count - i),
                label: i === 0 ? t('lending.parts.all', { count }) : t('lending.parts.some', { there: count - i, count }),
              }))}
              onChange={(value) => setMissing((before) => ({ ...before, [name]: count - Number(value) }))}
            />
          ))}
        </fieldset>
      )}
      <SelectField
        label={t('lending.result')}
        value={result}
        options={RESULTS.map((value) => ({ value, label: t(`lending.result.${value}`) }))}
        onChange={setChosen}
      />
      {reports && (
        <>
          <SelectField
            label={t('lending.damage.severity')}
            value={severity}
            options={SEVERITIES.map((value) => ({ value, label: t(`lending.damage.${value}`) }))}
            onChange={setSeverity}
          />
          {line !== null && (
            <SelectField
              label={t('lending.condition.pays')}
              value={pays}
              options={(['none', 'open'] as const).map((value) => ({ value, label: t(`lending.condition.pays.${value}`) }))}
              onChange={setPays}
            />
          )}
        </>
      )}
      <TextArea
        label={t(reports ? 'lending.damage.text' : 'lending.condition.note')}
        rows={2}
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <PhotoField of={{ item: item.id }} photos={photos} onChange={setPhotos} />
    </FormDialog>
  );
}
