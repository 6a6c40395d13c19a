import { useId } from 'react';
import { joinFacts } from '../../i18n/join-facts.ts';
import { useT } from '../../i18n/translate.ts';
import '../../ui/fields/field.css';
import './licences.css';
import { FindField } from '../../ui/fields/FindField.tsx';

type FindItem = { key: string; title: string; about: string; /** Reason why the item cannot be chosen. */ shut?: string | null };

type Props = {
  label: string;
  hint?: string;
  error?: string | null;
  text: string;
  onText: (text: string) => void;
  /** Search results; undefined while the first reply is loading. */
  items: readonly FindItem[] | undefined;
  /** Text shown if there are no results or no query. */
  none: string;
  /** `one` shows radio buttons, `many` shows check boxes. */
  kind: 'one' | 'many';
  chosen: ReadonlySet<string>;
  onToggle: (item: FindItem) => void;
};

/** Shows a search field with its results as radio buttons or check boxes. */
export function FindList({ label, hint, error, text, onText, items, none, kind, chosen, onToggle }: Props) {
  const { t } = useT();
  const id = useId();
  return (
    <fieldset className="find-list">
      <legend>{label}</legend>
      {hint && <p className="small-print">{hint}</p>}
      <FindField label={t('licence.find', { what: label })} placeholder="" value={text} onType={onText} wide />
      <div className="find-found">
        {items?.map((item) => (
          <label key={item.key} className="find-item" data-shut={item.shut ? '' : undefined}>
            <input
              type={kind === 'one' ? 'radio' : 'checkbox'}
              name={id}
              checked={chosen.has(item.key)}
              disabled={Boolean(item.shut)}
              onChange={() => onToggle(item)}
            />
            <span>
              {item.title}
              <span className="small-print">{joinFacts([item.about, item.shut])}</span>
            </span>
          </label>
        ))}
        {items?.length === 0 && <p className="quiet small">{none}</p>}
      </div>
      <p className="sr" role="status">
        {items && items.length > 0 ? t('licence.found', { count: items.length }) : ''}
      </p>
      {error && <p className="field-error">{error}</p>}
    </fieldset>
  );
}
