import { FileUp } from 'lucide-react';
import { useRef, useState, type DragEvent } from 'react';
import { useT } from '../../i18n/translate.ts';
import { useUnsaved } from '../../stores/unsaved.ts';
import { Button } from '../../ui/Button.tsx';
import { FormProblem } from '../../ui/fields/FormProblem.tsx';
import { ACCEPTED_TYPES } from '../uploads/accept.ts';
import { UploadRow } from '../uploads/UploadRow.tsx';
import { isPending } from '../uploads/use-uploads.ts';
import { useNewMaterial, type CreatedMaterial } from './use-new-material.ts';
import '../uploads/uploads.css';
import './drop-material.css';

/** Shows an area onto which files can be dropped or in which they can be chosen. Each file becomes own material. */
export function DropMaterial({ onMade }: { onMade: (made: CreatedMaterial) => void }) {
  const { t } = useT();
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const { rows, error, take, retry, giveUp } = useNewMaterial(onMade);
  useUnsaved('uploads', rows.some(isPending));
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take([...event.dataTransfer.files]);
  };
  return (
    <section className="drop-material" aria-label={t('material.drop')}>
      <div
        className="drop-area"
        data-over={over || undefined}
        onDragOver={(event) => (event.preventDefault(), setOver(true))}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <FileUp aria-hidden="true" />
        <p className="drop-words">{t('material.drop')}</p>
        <Button variant="primary" onClick={() => input.current?.click()}>
          {t('material.drop.choose')}
        </Button>
        <p className="small-print">{t('material.drop.hint')}</p>
        <input
          ref={input}
          type="file"
          multiple
          accept={ACCEPTED_TYPES.main}
          hidden
          onChange={(event) => {
            void take([...(event.target.files ?? [])]);
            event.target.value = '';
          }}
          data-testid="material-input"
        />
      </div>
      {error && <FormProblem>{t(error.field === 'material' ? 'material.drop.most' : `error.${error.code}`, { name: '' })}</FormProblem>}
      {rows.length > 0 && (
        <ul className="lines upload-rows">
          {rows.map((row) => (
            <UploadRow key={row.key} row={row} onRetry={() => retry(row)} onGiveUp={() => void giveUp(row)} />
          ))}
        </ul>
      )}
    </section>
  );
}
