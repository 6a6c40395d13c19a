import { SIGN_HEIGHT, SIGN_WIDTH, writePath, type Strokes } from '@fundus/contract/lending/orders/signature';
import { Eraser } from 'lucide-react';
import { useId, useState, type PointerEvent } from 'react';
import { useT } from '../../../../i18n/translate.ts';
import { Button } from '../../../../ui/Button.tsx';
import { addStroke, isSignatureFull, toFieldCoordinates, type Stroke } from './sign-strokes.ts';
import './signature.css';

type Props = { strokes: Strokes; onChange: (strokes: Strokes) => void };

/** Field in which the user draws with a finger, a pen or the mouse. */
export function SignaturePad({ strokes, onChange }: Props) {
  const { t } = useT();
  const id = useId();
  /** Stroke that is being drawn, or `null`. */
  const [drawn, setDrawn] = useState<Stroke | null>(null);
  const full = isSignatureFull(strokes);
  const begin = (event: PointerEvent<SVGSVGElement>): void => {
    if (!event.isPrimary || event.button !== 0 || full) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrawn([toFieldCoordinates(event, event.currentTarget.getBoundingClientRect())]);
  };
  const extendStroke = (event: PointerEvent<SVGSVGElement>): void => {
    if (!drawn || !event.isPrimary) return;
    const box = event.currentTarget.getBoundingClientRect();
    // A pen reports more than one point per frame. Older tablets do not support coalesced events.
    const { nativeEvent } = event;
    const between = 'getCoalescedEvents' in nativeEvent ? nativeEvent.getCoalescedEvents() : [];
    const places = (between.length > 0 ? between : [nativeEvent as MouseEvent]).map((each) => toFieldCoordinates(each, box));
    setDrawn((before) => before && [...before, ...places]);
  };
  const end = (event: PointerEvent<SVGSVGElement>): void => {
    if (!drawn || !event.isPrimary) return;
    setDrawn(null);
    onChange(addStroke(strokes, drawn));
  };
  const empty = strokes.length === 0 && !drawn;
  return (
    <div className="sign-pad" role="group" aria-labelledby={`${id}-label`}>
      <p id={`${id}-label`} className="sign-label">
        {t('lending.sign.field')}
      </p>
      <div className="sign-field">
        <svg
          viewBox={`0 0 ${SIGN_WIDTH} ${SIGN_HEIGHT}`}
          aria-hidden="true"
          onPointerDown={begin}
          onPointerMove={extendStroke}
          onPointerUp={end}
          onPointerCancel={end}
        >
          <line x1="30" x2={SIGN_WIDTH - 30} y1={SIGN_HEIGHT - 40} y2={SIGN_HEIGHT - 40} />
          <path d={writePath(drawn ? [...strokes, drawn] : strokes)} />
        </svg>
        {empty && <p>{t('lending.sign.field.empty')}</p>}
      </div>
      <div className="sign-under">
        <p role="status">{full ? t('lending.sign.field.full') : strokes.length > 0 ? t('lending.sign.field.some') : ''}</p>
        <Button icon={<Eraser />} disabled={strokes.length === 0} onClick={() => onChange([])}>
          {t('lending.sign.again')}
        </Button>
      </div>
    </div>
  );
}
