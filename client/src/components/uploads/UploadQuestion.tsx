import type { TextEncoding } from '@fundus/contract/files/encodings';
import { describedFormat } from '@fundus/contract/files/formats';
import { ConvertQuestion, EncodingQuestion, type Upload } from '@fundus/contract/files/uploads';
import { useId, useState } from 'react';
import { useT } from '../../i18n/translate.ts';
import { Button } from '../../ui/Button.tsx';
import '../../ui/fields/field.css';
import './uploads.css';

export type Answer = { encoding: TextEncoding } | { convert: boolean };
type Props = { upload: Upload; onAnswer: (answer: Answer) => void };

/** Asks a question the editor must answer before a file is accepted. */
export function UploadQuestion({ upload, onAnswer }: Props) {
  const encoding = EncodingQuestion.safeParse(upload.problem?.details);
  if (upload.problem?.code === 'encoding' && encoding.success)
    return <ChooseEncoding name={upload.name} choices={encoding.data.choices} onAnswer={onAnswer} />;
  const convert = ConvertQuestion.safeParse(upload.problem?.details);
  return convert.success ? <ChooseConversion question={convert.data} onAnswer={onAnswer} /> : null;
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
