import type { ThemeSettings } from '@fundus/contract/setup/theme';
import { checkColours, type ColourCheck } from '@fundus/contract/setup/theme-rules';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { formatNumber } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/fields/Field.tsx';
import '../setup.css';
import './theme-screen.css';

type Props = {
  name: 'primaryColor' | 'linkColor' | 'searchBackgroundColor';
  settings: ThemeSettings;
  change: (about: Partial<ThemeSettings>) => void;
};

const HEX = /^#[0-9a-f]{6}$/i;

/** Edits a colour with a colour picker or as `#rrggbb`, and shows its contrast ratios. */
export function ColourField({ name, settings, change }: Props) {
  const { t } = useT();
  const value = settings[name] === 'white' ? '#ffffff' : settings[name];
  const [typed, setTyped] = useState<string | null>(null);
  const set = (colour: string) => {
    setTyped(null);
    change({ [name]: name === 'searchBackgroundColor' && colour === '#ffffff' ? 'white' : colour });
  };
  const checks = checkColours(settings).filter((check) => check.field === name);
  return (
    <div className="colour-field">
      <Field
        label={t(`theme.${name}`)}
        hint={t(`theme.${name}.hint`)}
        error={typed !== null && !HEX.test(typed) ? t('theme.colour.invalid') : null}
      >
        {(ids) => (
          <>
            <input
              type="color"
              aria-label={t('theme.colour.pick', { name: t(`theme.${name}`) })}
              value={value}
              onChange={(event) => set(event.target.value)}
            />
            <input
              {...ids}
              type="text"
              className="num"
              autoComplete="off"
              spellCheck={false}
              maxLength={7}
              value={typed ?? value}
              onChange={(event) => {
                const colour = event.target.value.trim();
                if (HEX.test(colour)) set(colour.toLowerCase());
                else setTyped(colour);
              }}
              onBlur={() => setTyped(null)}
            />
          </>
        )}
      </Field>
      {checks.length > 0 && (
        <div role="status">
          <ul className="colour-checks">
            {checks.map((check) => (
              <Check key={check.name} check={check} onTake={set} />
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

export function Check({ check, onTake }: { check: ColourCheck; onTake?: (colour: string) => void }) {
  const { t, locale } = useT();
  const { name, ratio, wanted, ok, offer } = check;
  const ratioText = formatNumber(Math.floor(ratio * 10) / 10, locale);
  return (
    <li className={ok ? 'check-good' : 'check-bad'}>
      {ok ? <CircleCheck className="i-16" /> : <TriangleAlert className="i-16" />}
      <span>
        {t(`theme.check.${name}`)}: <strong>{ratioText} : 1</strong>{' '}
        {!ok && t('theme.check.wanted', { ratio: formatNumber(wanted, locale) })}
      </span>
      {!ok && offer && onTake && (
        <Button className="colour-offer" onClick={() => onTake(offer)}>
          <span className="swatch" style={{ background: offer }} />
          {t('theme.check.take', { colour: offer })}
        </Button>
      )}
    </li>
  );
}
