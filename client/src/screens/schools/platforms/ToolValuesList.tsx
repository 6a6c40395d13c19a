import type { ToolValues } from '@fundus/contract/lti/platforms';
import { Copy } from 'lucide-react';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { IconButton } from '../../../ui/Button.tsx';
import { copyText } from '../../../ui/copy-text.ts';
import './platforms.css';

/** Lists the values that must be entered in the learning platform, with copy buttons. */
export function ToolValuesList({ values }: { values: ToolValues }) {
  const { t } = useT();
  const copy = async (text: string): Promise<void> => {
    if (await copyText(text)) showSnackbar({ text: t('lti.admin.copied'), type: 'success' });
  };
  return (
    <section className="platforms-values">
      <h2>{t('lti.admin.values')}</h2>
      <p className="quiet">{t('lti.admin.values.hint')}</p>
      <dl>
        {(Object.keys(values) as (keyof ToolValues)[]).map((name) => {
          const value = values[name];
          if (value === null) return null;
          const label = t(`lti.admin.value.${name}`);
          return (
            <div key={name}>
              <dt>{label}</dt>
              <dd>
                <code>{value}</code>
                <IconButton label={t('lti.admin.copy', { what: label })} icon={<Copy />} onClick={() => void copy(value)} />
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}
