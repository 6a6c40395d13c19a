import type { TextEncoding } from '@fundus/contract/files/encodings';
import { describedFormat } from '@fundus/contract/files/formats';
import type { ConvertQuestion, EncodingQuestion, Upload } from '@fundus/contract/files/uploads';
import { useId, useState } from 'react';
import { useT } from '../../i18n/translate.ts';
import { Button } from '../../ui/Button.tsx';
import '../../ui/fields/field.css';
import './uploads.css';

export type UploadAnswer = { encoding: TextEncoding } | { convert: boolean };
type Props = { upload: Upload; onAnswer: (answer: UploadAnswer) => void };

/** Asks a question that the editor must answer before a file is accepted. */
export function UploadQuestion({ upload, onAnswer }: Props) {
  const { code, details } = upload.problem ?? {};
  // The code determines the type of the details. Validating them would load the schema library with every page.
  if (code === 'encoding') return <ChooseEncoding name={upload.name} choices={(details as EncodingQuestion).choices} onAnswer={onAnswer} />;
  return code === 'convert' ? <ChooseConversion question={details as ConvertQuestion} onAnswer={onAnswer} /> : null;
}

function ChooseEncoding({ name, choices, onAnswer }: { name: string; choices: EncodingQuestion['choices']; onAnswer: Props['onAnswer'] }) {
  const { t } = useT();
  const group = useId();
  const [chosen, setChosen] = useState(choices[0]?.encoding);
  return (
    <fieldset className="upload-question">
      <legend>{t('upload.encoding.question')}</legend>
      {choices.map(({ encoding, preview }) => (
        <label key={encoding}>
          <input type="radio" name={group} checked={encoding === chosen} onChange={() => setChosen(encoding)} />
          <span>
            <span className="small-print">{t(`upload.encoding.${encoding}`)}</span>
            {preview.map((line, i) => (
              <span key={i} className="upload-preview">
                {line}
              </span>
            ))}
          </span>
        </label>
      ))}
      <Button variant="primary" disabled={!chosen} onClick={() => chosen && onAnswer({ encoding: chosen })}>
        {t('upload.encoding.take')} <span className="sr">{name}</span>
      </Button>
    </fieldset>
  );
}

function ChooseConversion({ question, onAnswer }: { question: ConvertQuestion; onAnswer: Props['onAnswer'] }) {
  const { t } = useT();
  const { found, codecs, keep, failed } = question;
  const format = describedFormat(found);
  return (
    <div className="upload-question">
      {failed && <p className="field-error">{t('upload.convert.failed')}</p>}
      <p>
        {t(keep ? 'upload.convert.question.keep' : 'upload.convert.question', {
          found: format ? t(`upload.found.${format}`) : found.toUpperCase(),
          codecs,
        })}
      </p>
      <div className="upload-answers">
        <Button variant="primary" onClick={() => onAnswer({ convert: true })}>
          {t('upload.convert.yes')}
        </Button>
        {keep && <Button onClick={() => onAnswer({ convert: false })}>{t('upload.convert.keep')}</Button>}
      </div>
    </div>
  );
}
