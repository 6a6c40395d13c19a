import { NAME_LENGTH } from '@fundus/contract/classes/rules';
import { CLASS_CHOICES, type YearChange, type YearClass } from '@fundus/contract/year-change/year-change';
import { useState } from 'react';
import { formatNumber } from '../../../i18n/format.ts';
import { joinFacts } from '../../../i18n/join-facts.ts';
import { useT } from '../../../i18n/translate.ts';
import { Select } from '../../../ui/fields/Select.tsx';
import type { ChosenClass, Year } from './use-year.ts';
import '../../../components/lists/rows.css';
import '../../../ui/fields/field.css';
import './year.css';

/** Shows what happens to each class. Choices are stored immediately, and names when the field loses the focus. */
export function YearClasses({ data, choose }: { data: YearChange; choose: Year['choose'] }) {
  const { t } = useT();
  return (
    <>
      <p className="year-words quiet small">{t('year.classes.text')}</p>
      <table className="rows year-classes">
        <thead>
          <tr>
            <th scope="col">{data.from_year}</th>
            <th scope="col">
              <span className="sr">{t('year.choice.head')}</span>
            </th>
            <th scope="col">{data.to_year}</th>
            <th scope="col">{t('class.grade')}</th>
          </tr>
        </thead>
        <tbody>
          {data.classes.map((each) => (
            <Row key={each.id} cls={each} year={data.to_year} onChoose={(chosen) => choose({}, { [each.id]: chosen })} />
          ))}
        </tbody>
      </table>
    </>
  );
}

function Row({ cls, year, onChoose }: { cls: YearClass; year: string; onChoose: (chosen: ChosenClass) => void }) {
  const { t, locale } = useT();
  const { name, choice, to_name, to_grade, learners, successor } = cls;
  const [typed, setTyped] = useState<string | null>(null);
  const chosen = { choice, to_name, to_grade };
  const leaveName = () => {
    const words = typed?.trim() ?? '';
    setTyped(null);
    if (words !== '' && words !== to_name) onChoose({ ...chosen, to_name: words });
  };
  return (
    <tr>
      <th scope="row">
        {name}
        <span className="small-print">
          {joinFacts([t('year.learners', { count: learners, number: formatNumber(learners, locale) }), !cls.owned && t('year.unowned')])}
        </span>
      </th>
      {successor ? (
        <td colSpan={3} className="quiet">
          {t('year.successor', { name: successor.name })}
        </td>
      ) : (
        <>
          <td>
            <Select
              label={t('year.choice.of', { name })}
              value={choice}
              options={CLASS_CHOICES.map((value) => ({ value, label: t(`year.choice.${value}`) }))}
              onChange={(value) => onChoose({ ...chosen, choice: value })}
            />
          </td>
          <td data-label={choice === 'carry' ? year : undefined}>
            {choice === 'carry' && (
              <div className="field year-name">
                <div className="input">
                  <input
                    aria-label={t('year.name', { name })}
                    aria-invalid={cls.taken || undefined}
                    value={typed ?? to_name}
                    maxLength={NAME_LENGTH}
                    autoComplete="off"
                    onChange={(event) => setTyped(event.target.value)}
                    onBlur={leaveName}
                  />
                </div>
                {cls.taken && typed === null && (
                  <p className="field-error" role="alert">
                    {t('year.name.taken')}
                  </p>
                )}
              </div>
            )}
          </td>
          <td data-label={choice === 'carry' ? t('class.grade') : undefined}>
            {choice === 'carry' && (
              <Select
                label={t('year.grade', { name })}
                value={to_grade === null ? '' : String(to_grade)}
                options={[
                  { value: '', label: t('class.grade.none') },
                  ...Array.from({ length: 13 }, (_, i) => ({ value: String(i + 1), label: String(i + 1) })),
                ]}
                onChange={(value) => onChoose({ ...chosen, to_grade: value === '' ? null : Number(value) })}
              />
            )}
          </td>
        </>
      )}
    </tr>
  );
}
