import { lendingCondition } from '@fundus/contract/lending/condition/condition';
import type { RentalLine } from '@fundus/contract/lending/orders/orders';
import { SEVERITIES, type Severity } from '@fundus/contract/lending/states';
import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { SelectField } from '../../../ui/fields/SelectField.tsx';
import { TextArea } from '../../../ui/fields/TextArea.tsx';
import { PhotoField } from './PhotoField.tsx';
import { useIdempotencyKey } from '../../../api/use-key.ts';
import { DESK_READS } from '../parts/desk-reads.ts';
import { refusalText } from '../parts/words.ts';

type Props = {
  /** The damaged device, or the loans of which one is damaged. */
  of: { item: string } | { lines: readonly RentalLine[] };
  name: string;
  onClose: () => void;
};

/** Lets borrowers and the desk report damage with its severity and photos. */
export function DamageDialog({ of, name, onClose }: Props) {
  const { t, locale } = useT();
  const lines = 'lines' in of ? of.lines : [];
  const [line, setLine] = useState(lines[0]?.id ?? '');
  const damaged = 'lines' in of ? { line } : of;
  const [severity, setSeverity] = useState<Severity>('limited');
  const [text, setText] = useState('');
  const [photos, setPhotos] = useState<string[]>([]);
  const act = useIdempotencyKey();
  const report = useCall(lendingCondition.reportDamage, { refreshes: [lendingCondition.damage, lendingCondition.pass, ...DESK_READS] });
  return (
    <FormDialog
      title={t('lending.damage.report.name', { name })}
      action={t('lending.damage.send')}
      disabled={report.isPending || text.trim().length < 10}
      problem={report.error && refusalText(t, report.error, locale)}
      onSend={() => {
        const body = { ...damaged, severity, text, photos };
        report.mutate(
          { body: { ...body, key: act.keyOf(body) } },
          {
            onSuccess: ({ in_time }) => {
              showSnackbar({ text: t(in_time ? 'lending.damage.sent.inTime' : 'lending.damage.sent'), type: 'success' });
              onClose();
            },
          },
        );
      }}
      onClose={onClose}
    >
      {lines.length > 1 && (
        <SelectField
          label={t('lending.damage.device')}
          value={line}
          options={lines.map(({ id, item_code }) => ({ value: id, label: item_code }))}
          onChange={(id) => {
            setLine(id);
            // Photos belong to a device.
            setPhotos([]);
          }}
        />
      )}
      <SelectField
        label={t('lending.damage.severity')}
        value={severity}
        options={SEVERITIES.map((value) => ({ value, label: t(`lending.damage.${value}`) }))}
        onChange={setSeverity}
      />
      <TextArea
        label={t('lending.damage.text')}
        hint={t('lending.damage.text.hint')}
        maxLength={2000}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <PhotoField of={damaged} photos={photos} onChange={setPhotos} />
    </FormDialog>
  );
}
