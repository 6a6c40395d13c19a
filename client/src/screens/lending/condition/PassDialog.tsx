import { lendingCondition, type DeviceRecord } from '@fundus/contract/lending/condition/condition';
import { useQuery } from '@tanstack/react-query';
import { ClipboardCheck, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { query } from '../../../api/query.ts';
import { Failed } from '../../../components/page/Failed.tsx';
import { formatDate, formatNumber } from '../../../i18n/format.ts';
import { joinFacts } from '../../../i18n/join-facts.ts';
import { formatMoney } from '../../../i18n/money.ts';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { PlaceholderLines } from '../../../ui/Skeleton.tsx';
import { ConditionDialog } from './ConditionDialog.tsx';
import { DamageDialog } from './DamageDialog.tsx';
import { PhotoStrip } from './PhotoStrip.tsx';
import '../parts/desk.css';
import '../parts/lending.css';

/** Shows the record of a device: loans, checks, repairs and damage (docs/behaviour/lending.md#condition-and-damage). */
export function PassDialog({ item, code, onClose }: { item: string; code: string; onClose: () => void }) {
  const { t, locale } = useT();
  const [open, setOpen] = useState<'check' | 'damage' | null>(null);
  const pass = useQuery({ ...query(lendingCondition.pass, { params: { id: item } }), staleTime: 0 });
  const { data } = pass;
  const number = (value: number): string => formatNumber(value, locale);
  return (
    <Dialog open title={t('lending.pass.of', { code })} closeLabel={t('app.close')} onClose={onClose}>
      {!data && (pass.error ? <Failed error={pass.error} onRetry={() => void pass.refetch()} /> : <PlaceholderLines />)}
      {data && (
        <div className="desk-pass">
          <p>
            <strong>{data.model.name}</strong> · {t(`lending.item.${data.item.state}`)}
          </p>
          <dl className="desk-facts">
            <Fact name={t('lending.pass.loans')} value={number(data.loans)} />
            <Fact name={t('lending.pass.days')} value={number(data.loan_days)} />
            {data.item.serial && <Fact name={t('lending.serial')} value={data.item.serial} />}
            {data.item.shelf && <Fact name={t('lending.shelf')} value={data.item.shelf} />}
            {data.model.replacement_cents !== null && (
              <Fact name={t('lending.pass.value')} value={formatMoney(data.model.replacement_cents, locale)} />
            )}
            {data.item.price_cents !== null && <Fact name={t('lending.pass.price')} value={formatMoney(data.item.price_cents, locale)} />}
            {data.item.supplier && <Fact name={t('lending.supplier')} value={data.item.supplier} />}
            {(['bought_on', 'warranty_until', 'ends_on'] as const).map((field) => {
              const day = data.item[field];
              return day && <Fact key={field} name={t(`lending.csv.${field}`)} value={formatDate(day, 'short', locale)} />;
            })}
          </dl>
          <div className="lending-bar">
            {!data.item.on_loan && (
              <Button variant="line" icon={<ClipboardCheck />} onClick={() => setOpen('check')}>
                {t('lending.pass.check')}
              </Button>
            )}
            <Button variant="line" icon={<TriangleAlert />} onClick={() => setOpen('damage')}>
              {t('lending.damage.report')}
            </Button>
          </div>
          {data.damage.length > 0 && (
            <section aria-labelledby="pass-damage">
              <h3 id="pass-damage">{t('lending.tab.damage')}</h3>
              <ul className="desk-life">
                {data.damage.map(({ id, text, severity, state, created_at, photos }) => (
                  <li key={id} data-tone={state === 'repaired' ? 'good' : 'bad'}>
                    <p>
                      <strong>{t(`lending.damage.${severity}`)}</strong> · {t(`lending.damage.state.${state}`)}
                    </p>
                    <p className="lending-words">{text || t('lending.damage.noText')}</p>
                    <p className="small-print">{formatDate(created_at, 'short', locale)}</p>
                    <PhotoStrip photos={photos} />
                  </li>
                ))}
              </ul>
            </section>
          )}
          <section aria-labelledby="pass-life">
            <h3 id="pass-life">{t('lending.pass.life')}</h3>
            {data.records.length === 0 && <p>{t('lending.pass.none')}</p>}
            <ol className="desk-life">
              {data.records.map((record) => (
                <ConditionRecord key={record.id} record={record} />
              ))}
            </ol>
          </section>
          {open === 'check' && (
            <ConditionDialog item={{ id: item, code, model: data.model.name }} kind="check" line={null} onClose={() => setOpen(null)} />
          )}
          {open === 'damage' && <DamageDialog of={{ item }} name={code} onClose={() => setOpen(null)} />}
        </div>
      )}
    </Dialog>
  );
}

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);

function ConditionRecord({ record }: { record: DeviceRecord }) {
  const { t, locale } = useT();
  const { kind, result, at, by, school, number, note, parts, photos } = record;
  const lacks = parts.filter(({ count, there }) => there < count);
  const words = [
    formatDate(at, 'short', locale),
    school,
    number && t('lending.number', { number }),
    by && t('lending.pass.by', { name: by }),
  ];
  return (
    <li data-tone={result === null || result === 'ok' ? undefined : 'bad'}>
      <p>
        <strong>{t(`lending.record.${kind}`)}</strong>
        {result && ` · ${t(`lending.result.${result}`)}`}
      </p>
      {lacks.length > 0 && (
        <p>{t('lending.pass.lacks', { parts: lacks.map(({ name, count, there }) => `${count - there} × ${name}`).join(', ') })}</p>
      )}
      {note && <p className="lending-words">{note}</p>}
      <p className="small-print">{joinFacts(words)}</p>
      <PhotoStrip photos={photos} />
    </li>
  );
}
