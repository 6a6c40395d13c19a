import type { LanguageInfo, TextRow } from '@fundus/contract/setup/texts';
import { Fragment } from 'react';
import { languageName } from '../../../i18n/format.ts';
import { joinFacts } from '../../../i18n/join-facts.ts';
import { useT } from '../../../i18n/translate.ts';
import { berlinMoment } from '../../../i18n/berlin-time.ts';
import { TextCell, TextState } from './TextCell.tsx';
import type { Texts } from './use-texts.ts';
import './translation-screen.css';

export type Side = { language: LanguageInfo; texts: Texts };
type Props = {
  row: TextRow;
  of: Side;
  /** The same text in the second language. `row` is missing if that language does not have this plural form. */
  beside: (Side & { row: TextRow | undefined }) | null;
  /** Code of the language in which the text is being edited, or `null`. */
  editing: string | null;
  onEdit: (language: string | null) => void;
};

/** Shows a text as a table row, either with its default and state or in two languages side by side. */
export function TextLine({ row, of, beside, editing, onEdit }: Props) {
  const { t, locale } = useT();
  const { language, texts } = of;
  const cellOf = ({ language: { code }, texts: { save, reload } }: Side) => ({
    editing: editing === code,
    onEdit: (open: boolean) => onEdit(open ? code : null),
    save,
    reload,
  });
  return (
    <tr className={editing ? 'text-line text-line-open' : 'text-line'}>
      <th scope="row">
        <code>
          {row.key.split(/(?<=\.)/).map((part, i) => (
            <Fragment key={i}>
              {part}
              <wbr />
            </Fragment>
          ))}
        </code>
        {row.changed_at && <span className="small-print">{joinFacts([row.changed_by, berlinMoment(row.changed_at, locale)])}</span>}
      </th>
      {beside ? (
        <>
          <FullText row={row} language={language} cell={cellOf(of)} />
          {beside.row ? <FullText row={beside.row} language={beside.language} cell={cellOf(beside)} /> : <td />}
        </>
      ) : (
        <>
          <td
            lang={language.has_texts ? language.code : 'en'}
            dir={language.has_texts ? language.dir : 'ltr'}
            data-label={t('texts.default')}
          >
            {row.base}
          </td>
          <td data-label={t('texts.own')}>
            <TextCell row={row} language={language} name={row.key} {...cellOf({ language, texts })}>
              {row.own}
            </TextCell>
          </td>
          <td>
            <TextState row={row} />
          </td>
        </>
      )}
    </tr>
  );
}

type Cell = { editing: boolean; onEdit: (open: boolean) => void; save: Texts['save']; reload: Texts['reload'] };

/** Shows a text of one language. Its default and state are shown if they differ. */
function FullText({ row, language, cell }: { row: TextRow; language: LanguageInfo; cell: Cell }) {
  const { t, locale } = useT();
  const name = t('texts.key.in', { key: row.key, language: languageName(language.code, locale) });
  return (
    <td>
      <TextCell row={row} language={language} name={name} {...cell}>
        {row.own ?? row.base}
      </TextCell>
      {!cell.editing && row.own !== null && row.own !== row.base && (
        <p className="small-print">{t('texts.default.is', { text: row.base })}</p>
      )}
      {(row.state !== 'same' || row.own !== row.published) && <TextState row={row} />}
    </td>
  );
}
