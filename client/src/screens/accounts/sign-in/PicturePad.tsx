import { PICTURES, PICTURES_IN_A_ROW, type Picture as Name } from '@fundus/contract/classes/rules';
import { Undo2 } from 'lucide-react';
import { useT } from '../../../i18n/translate.ts';
import { IconButton } from '../../../ui/Button.tsx';
import { Picture } from '../../../components/classes/Picture.tsx';
import './picture-pad.css';

type Props = { label: string; value: readonly Name[]; onChange: (value: Name[]) => void; disabled?: boolean };

/** Shows twenty pictures, of which three must be tapped in order. The selection is shown above them and announced. */
export function PicturePad({ label, value, onChange, disabled = false }: Props) {
  const { t } = useT();
  const names = value.map((name) => t(`picture.${name}`)).join(', ');
  const full = value.length >= PICTURES_IN_A_ROW;
  return (
    <div className="picture-pad" role="group" aria-label={label}>
      <div className="picture-row">
        <p className="sr" aria-live="polite">
          {value.length === 0 ? t('picture.none') : t('picture.chosen', { pictures: names })}
        </p>
        {Array.from({ length: PICTURES_IN_A_ROW }, (_, i) => (
          <span className="picture-slot" key={i} aria-hidden="true">
            {value[i] ? <Picture name={value[i]} /> : i + 1}
          </span>
        ))}
        <IconButton
          label={t('picture.undo')}
          icon={<Undo2 />}
          disabled={disabled || value.length === 0}
          onClick={() => onChange(value.slice(0, -1))}
        />
      </div>
      <div className="picture-grid">
        {PICTURES.map((name) => (
          <button
            key={name}
            type="button"
            className="picture-key"
            disabled={disabled || full || value.includes(name)}
            onClick={() => onChange([...value, name])}
          >
            <Picture name={name} />
          </button>
        ))}
      </div>
    </div>
  );
}
