import { lending } from '@fundus/contract/lending/lending';
import { lendingManuals, MANUAL_TITLE_LENGTH } from '@fundus/contract/lending/models/manuals';
import { MAX_MANUALS, type DeviceModel } from '@fundus/contract/lending/points/points';
import { FilePlus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { address } from '../../../api/call.ts';
import { useCall } from '../../../api/query.ts';
import { formatBytes } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/translate.ts';
import { IconButton } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { FileUploadForm } from './FileUploadForm.tsx';
import { refusalText } from '../parts/words.ts';
import '../parts/borrow.css';
import '../parts/lending.css';

const READS = { refreshes: [lending.models, lending.model] };
const ACCEPTED = '.pdf,.docx,.odt';

/** Adds a manual. The file name is the suggested title. */
function AddManual({ model, onChange }: { model: string; onChange: (model: DeviceModel) => void }) {
  const { t, locale } = useT();
  const add = useCall(lendingManuals.addManual, READS);
  return (
    <FileUploadForm
      accept={ACCEPTED}
      icon={<FilePlus />}
      words={{ field: 'title', label: t('lending.manual.title'), maxLength: MANUAL_TITLE_LENGTH, required: true }}
      labels={{
        choose: t('lending.manual.choose'),
        other: t('lending.manual.other'),
        add: t('lending.manual.add'),
        adding: t('lending.manual.adding'),
      }}
      wordsOf={({ name }) => name.replace(/\.[^.]+$/, '').slice(0, MANUAL_TITLE_LENGTH)}
      describe={({ name, size }) => [name, formatBytes(size, locale)].join(', ')}
      pending={add.isPending}
      error={add.error}
      onChoose={add.reset}
      onSend={({ words, content }, onSuccess) => add.mutate({ params: { id: model }, body: { title: words, content } }, { onSuccess })}
      onChange={onChange}
    />
  );
}

/** Edits the manuals of a model (docs/behaviour/lending.md#manuals). */
export function ManualsDialog({ model, onClose }: { model: DeviceModel; onClose: () => void }) {
  const { t, locale } = useT();
  const [{ manuals }, setModel] = useState(model);
  const remove = useCall(lendingManuals.removeManual, READS);
  return (
    <Dialog open title={t('lending.manuals.of', { name: model.name })} closeLabel={t('app.close')} onClose={onClose}>
      <div className="lending-stack">
        <p className="small-print">{t('lending.manuals.what', { most: MAX_MANUALS })}</p>
        <FormProblem>{remove.error && refusalText(t, remove.error, locale)}</FormProblem>
        {manuals.length > 0 && (
          <ul className="lending-lines" aria-label={t('lending.manuals')}>
            {manuals.map(({ id, title, bytes }) => (
              <li key={id}>
                <span>
                  <a href={address(lendingManuals.manual, { params: { id } })} target="_blank" rel="noreferrer">
                    {title}
                  </a>
                  <span className="small-print">{formatBytes(bytes, locale)}</span>
                </span>
                <IconButton
                  label={t('lending.manual.remove', { title })}
                  icon={<Trash2 />}
                  disabled={remove.isPending}
                  onClick={() => remove.mutate({ params: { id } }, { onSuccess: setModel })}
                />
              </li>
            ))}
          </ul>
        )}
        {manuals.length < MAX_MANUALS && <AddManual model={model.id} onChange={setModel} />}
      </div>
    </Dialog>
  );
}
