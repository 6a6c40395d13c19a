import type { Operator, OperatorField } from '@fundus/contract/legal/content';
import { useT } from '../../i18n/translate.ts';
import './legal.css';

/** Shows the name, address and contact details of the operator. Missing values are omitted. */
export function OperatorBlock({ operator, more = [] }: { operator: Operator; more?: readonly OperatorField[] }) {
  const { t } = useT();
  if (!operator.name) return <p className="quiet">{t('legal.incomplete')}</p>;
  const rows: OperatorField[] = ['represented_by', 'phone', 'email', ...more];
  return (
    <div className="legal-operator">
      <address>
        <strong>{operator.name}</strong>
        {operator.street && <span>{operator.street}</span>}
        {(operator.postcode || operator.city) && <span>{`${operator.postcode} ${operator.city}`.trim()}</span>}
      </address>
      <dl>
        {rows
          .filter((field) => operator[field] !== '')
          .map((field) => (
            <div key={field}>
              <dt>{t(`legal.operator.${field}`)}</dt>
              <dd>
                {field === 'email' || field === 'dpo_email' ? <a href={`mailto:${operator[field]}`}>{operator[field]}</a> : operator[field]}
              </dd>
            </div>
          ))}
      </dl>
    </div>
  );
}
