import { exchange } from '@fundus/contract/exchange/exchange';
import { useQuery } from '@tanstack/react-query';
import { query, useCall } from '../../api/query.ts';
import { Failed } from '../../components/page/Failed.tsx';
import { useT } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { Checkbox } from '../../ui/fields/Field.tsx';
import './imports.css';

/** Shows the setting that allows exporting the district's media to other systems (docs/operate/exchange.md#what-a-district-withholds). */
export function ExportSetting() {
  const { t } = useT();
  const { data, error, refetch } = useQuery({ ...query(exchange.read), staleTime: 0 });
  const change = useCall(exchange.change, { refreshes: [exchange.read] });
  return (
    <section className="import-part">
      <h2>{t('exchange.title')}</h2>
      <p className="small-print">{t('exchange.about')}</p>
      {error && !data && <Failed error={error} onRetry={() => void refetch()} />}
      {data && (
        <Checkbox
          label={t('exchange.given')}
          checked={data.exported}
          disabled={change.isPending}
          onChange={(event) =>
            change.mutate(
              { body: { exported: event.target.checked } },
              {
                onSuccess: ({ exported }) =>
                  showSnackbar({ text: t(exported ? 'exchange.saved.on' : 'exchange.saved.off'), type: 'success' }),
                onError: (problem) => showSnackbar({ text: t(`error.${problem.code}`, { name: '' }), type: 'error' }),
              },
            )
          }
        />
      )}
      {data?.exported === false && <p className="small-print">{t('exchange.withheld')}</p>}
    </section>
  );
}
