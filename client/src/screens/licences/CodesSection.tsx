import { type Licence } from '@fundus/contract/licences/licences';
import { type LicenceCode, licenceSeats } from '@fundus/contract/licences/seats';
import { useQuery } from '@tanstack/react-query';
import { Copy, Plus, Printer, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { DateField } from '../../components/forms/DateField.tsx';
import { query, useCall } from '../../api/query.ts';
import { copyText } from '../../ui/copy-text.ts';
import { LICENCE_READS } from '../../components/licences/refreshes.ts';
import { licenceError } from '../../components/licences/words.ts';
import { ConfirmDialog } from '../../components/forms/ConfirmDialog.tsx';
import { FormDialog } from '../../components/forms/FormDialog.tsx';
import { useFields } from '../../components/forms/use-fields.ts';
import { formatDate } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import { useSession } from '../../stores/session.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { TextField } from '../../ui/fields/Field.tsx';
import '../../ui/fields/field.css';
import './licence-screen.css';

/** Lists the codes that assign seats, created here or by the publisher. They can be printed as slips. */
export function CodesSection({ licence }: { licence: Licence }) {
  const { t, locale } = useT();
  const [making, setMaking] = useState(false);
  const [ending, setEnding] = useState<LicenceCode | null>(null);
  const codes = useQuery({ ...query(licenceSeats.codes, { params: { id: licence.id } }), staleTime: 0 });
  const items = codes.data?.items ?? [];
  const open = licence.state === 'active' || licence.state === 'expiring';
  const copy = async (code: string) =>
    showSnackbar(
      (await copyText(code)) ? { text: t('licence.code.copied'), type: 'success' } : { text: t('media.share.failed'), type: 'error' },
    );
  return (
    <section className="block-s">
      <div className="licence-section-head">
        <h2>{t('licence.codes')}</h2>
        <span className="licence-section-note">
          {items.length > 0 && (
            <Button icon={<Printer />} onClick={printCodes}>
              {t('licence.codes.print')}
            </Button>
          )}
          {open && !licence.hidden && (
            <Button variant="line" icon={<Plus />} onClick={() => setMaking(true)}>
              {t('licence.code.new')}
            </Button>
          )}
        </span>
      </div>
      {codes.data && items.length === 0 && <p className="quiet">{t('licence.codes.none')}</p>}
      {items.length > 0 && (
        <ul className="codes lines">
          {items.map((code) => (
            <li key={code.id}>
              <code>{code.code}</code>
              <span className="small">{t('licence.code.redeemed', { redeemed: code.redeemed, count: code.quantity })}</span>
              <span className="small quiet">{t('licence.code.until', { date: formatDate(code.redeem_until, 'short', locale) })}</span>
              <span className="codes-does">
                <IconButton label={t('licence.code.copy', { code: code.code })} icon={<Copy />} onClick={() => void copy(code.code)} />
                <IconButton label={t('licence.code.end', { code: code.code })} icon={<Trash2 />} onClick={() => setEnding(code)} />
              </span>
            </li>
          ))}
        </ul>
      )}
      <PrintedCodes licence={licence} codes={items} />
      {making && <NewCode licence={licence} onClose={() => setMaking(false)} />}
      {ending && <EndCode licence={licence} code={ending} onClose={() => setEnding(null)} />}
    </section>
  );
}

/** Prints only the slips. While the attribute is set, the style sheet hides everything else. */
function printCodes(): void {
  const root = document.documentElement;
  root.dataset.print = 'codes';
  addEventListener('afterprint', () => delete root.dataset.print, { once: true });
  print();
}

/** Shows a printable slip for each code. */
function PrintedCodes({ licence, codes }: { licence: Licence; codes: readonly LicenceCode[] }) {
  const { t, locale } = useT();
  const { productName } = useSession();
  return (
    <ul className="code-slips">
      {codes.map((code) => (
        <li key={code.id}>
          <strong>{licence.medium.fn_titel}</strong>
          <code>{code.code}</code>
          <span>{t('licence.slip.how', { product: productName, address: location.host })}</span>
          <span>{t('licence.code.until', { date: formatDate(code.redeem_until, 'long', locale) })}</span>
        </li>
      ))}
    </ul>
  );
}

const CODE_FIELDS = ['quantity', 'code', 'redeem_until'] as const;

function NewCode({ licence, onClose }: { licence: Licence; onClose: () => void }) {
  const { t } = useT();
  const make = useCall(licenceSeats.makeCode, LICENCE_READS);
  const { values, problem, text } = useFields(
    { quantity: licence.remaining === false ? '30' : String(Math.max(1, licence.remaining)), code: '', redeem_until: '' },
    {
      error: make.error,
      at: CODE_FIELDS,
      words: (error) => {
        const field = error.code === 'validation_failed' && CODE_FIELDS.find((name) => name === error.field);
        return field ? t(`licence.code.${field}.wrong`) : licenceError(error, t);
      },
    },
  );
  const send = () => {
    const { quantity, code, redeem_until } = values;
    make.mutate(
      {
        params: { id: licence.id },
        body: { quantity: Number(quantity) || 0, ...(code.trim() && { code }), ...(redeem_until && { redeem_until }) },
      },
      { onSuccess: onClose },
    );
  };
  return (
    <FormDialog
      title={t('licence.code.new')}
      action={t(values.code ? 'licence.code.enter' : 'licence.code.make')}
      disabled={make.isPending}
      problem={problem}
      onSend={send}
      onClose={onClose}
    >
      <TextField label={t('licence.code.quantity')} hint={t('licence.code.quantity.hint')} inputMode="numeric" {...text('quantity')} />
      <TextField
        label={t('licence.code.own')}
        hint={t('licence.code.own.hint')}
        maxLength={60}
        autoComplete="off"
        spellCheck={false}
        {...text('code')}
      />
      <DateField label={t('licence.code.redeemUntil')} hint={t('licence.code.redeemUntil.hint')} {...text('redeem_until')} />
    </FormDialog>
  );
}

function EndCode({ licence, code, onClose }: { licence: Licence; code: LicenceCode; onClose: () => void }) {
  const { t } = useT();
  const end = useCall(licenceSeats.removeCode, LICENCE_READS);
  return (
    <ConfirmDialog
      title={t('licence.code.end', { code: code.code })}
      action={t('licence.code.end.action')}
      disabled={end.isPending}
      onClose={onClose}
      onAction={() => end.mutate({ params: { id: licence.id, codeId: code.id } }, { onSuccess: onClose })}
    >
      <p>{t('licence.code.end.text')}</p>
      {end.error && <p className="field-error">{licenceError(end.error, t)}</p>}
    </ConfirmDialog>
  );
}
