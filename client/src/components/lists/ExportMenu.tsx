import { TABLE_FORMATS, type TableQuery } from '@fundus/contract/table-file';
import { Download, EllipsisVertical, FileSpreadsheet, FileText } from 'lucide-react';
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
  /** Other actions of the list named `name`. With them, the menu has a button with dots. */
  others?: readonly MenuItem[];
};

/** Returns menu items that download the list, one for each format. */
export function useExportItems(hrefOf: Props['hrefOf']): MenuItem[] {
  const { t, locale } = useT();
  return TABLE_FORMATS.map((format) => ({
    kind: 'link',
    download: true,
    label: t(`rows.export.${format}`),
    icon: ICONS[format],
    href: hrefOf({ format, lang: locale }),
  }));
}

/** Shows a menu that downloads the list as a spreadsheet. */
export function ExportMenu({ name, hrefOf, className = 'btn btn-line', label: words, others }: Props) {
  const { t } = useT();
  const items = useExportItems(hrefOf);
  if (others)
    return (
      <Menu
        label={t('people.actions.name', { name: name ?? t('rows.export') })}
        trigger={<EllipsisVertical />}
        sections={[{ items: others }, { label: t('rows.export'), items }]}
      />
    );
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
