import type { Licence } from '@fundus/contract/licences/licences';
import { DescriptionList } from '../../components/page/DescriptionList.tsx';
import { formatDate } from '../../i18n/format.ts';
import { formatMoney } from '../../i18n/money.ts';
import { useT } from '../../i18n/translate.ts';

const RIGHTS = ['stream', 'download', 'home_use', 'lms_embed', 'edit'] as const;

/** Shows the terms of a licence. */
export function TermsPanel({ licence }: { licence: Licence }) {
  const { t, locale } = useT();
  const { valid_from, valid_to, returns_left, warn_below, rights, price } = licence;
  const rows: [string, string | null][] = [
    [t('licence.from'), valid_from && formatDate(valid_from, 'long', locale)],
    [t('licence.to'), valid_to && formatDate(valid_to, 'long', locale)],
    [t('licence.audience'), t(`licence.audience.${licence.audience}`)],
    [
      t('licence.rights'),
      RIGHTS.filter((right) => rights[right])
        .map((right) => t(`licence.rights.${right}`))
        .join(', '),
    ],
    [t('licence.returns'), returns_left === null ? null : String(returns_left)],
    [t('licence.warn'), warn_below === null ? null : t('licence.warn.below', { count: warn_below })],
    [t('licence.price.label'), price === null ? null : formatMoney(price, locale)],
    [t('licence.licensor'), licence.licensor],
    [t('licence.reference'), licence.purchase_ref],
    [t('licence.origin'), t(`licence.origin.${licence.origin}`)],
  ];
  return <DescriptionList rows={rows} />;
}
