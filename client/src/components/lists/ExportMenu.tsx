import { TABLE_FORMATS, type TableQuery } from '@fundus/contract/table-file';
import { Download, FileSpreadsheet, FileText } from 'lucide-react';
import { useT } from '../../i18n/translate.ts';
import { Menu, type MenuItem } from '../../ui/overlays/Menu.tsx';
import '../../ui/button.css';

const ICONS = { xlsx: <FileSpreadsheet />, csv: <FileText /> };

type Props = {
  /** Name of the table, needed on pages with several tables. */
  name?: string;
  /** Returns the address of the exported file. */
  hrefOf: (asked: TableQuery) => string;
  className?: string;
  /** Label of the button instead of "export". `name` is then the accessible name. */
  label?: string;
};

/** Returns menu items that download the list, one for each format. Returns none without an address. */
export function useExportItems(hrefOf: Props['hrefOf'] | undefined): MenuItem[] {
  const { t, locale } = useT();
  if (!hrefOf) return [];
  return TABLE_FORMATS.map((format) => ({
    kind: 'link',
    download: true,
    label: t(`rows.export.${format}`),
    icon: ICONS[format],
    href: hrefOf({ format, lang: locale }),
  }));
}

/** Shows a menu that downloads the list as a spreadsheet. */
export function ExportMenu({ name, hrefOf, className = 'btn btn-line', label: words }: Props) {
  const { t } = useT();
  const items = useExportItems(hrefOf);
  const label = words ? (name ?? words) : name ? t('rows.export.named', { name }) : t('rows.export');
  return (
    <Menu
      label={label}
      className={className}
      trigger={
        <>
          <Download />
          {words ?? t('rows.export')}
        </>
      }
      sections={[{ items }]}
    />
  );
}
