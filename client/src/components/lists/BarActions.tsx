import { EllipsisVertical } from 'lucide-react';
import type { ReactNode } from 'react';
import type { TableQuery } from '@fundus/contract/table-file';
import { useT } from '../../i18n/translate.ts';
import { Button } from '../../ui/Button.tsx';
import { Menu } from '../../ui/overlays/Menu.tsx';
import { usePhone } from '../../ui/use-width.ts';
import { ExportMenu, useExportItems } from './ExportMenu.tsx';

type Props = {
  actions: readonly { label: string; icon: ReactNode; onSelect: () => void }[];
  /** Returns the address of the exported table. */
  exportTo: (asked: TableQuery) => string;
  /** True to show a menu at every width, for example beside filters that fill the row. */
  menu?: boolean | undefined;
};

/** Maximum number of action buttons next to the export button. More buttons would wrap into a second row. */
const MAX_BUTTONS = 3;

/** Shows the actions for a whole list as buttons, or as one menu if there are many and on phones. */
export function BarActions({ actions, exportTo, menu = false }: Props) {
  const { t } = useT();
  const phone = usePhone();
  const exports = useExportItems(exportTo);
  if (phone || menu || actions.length > MAX_BUTTONS)
    return (
      <Menu
        label={t('rows.more')}
        trigger={<EllipsisVertical />}
        sections={[...(actions.length > 0 ? [{ items: actions }] : []), { label: t('rows.export'), items: exports }]}
      />
    );
  return (
    <>
      {actions.map(({ label, icon, onSelect }) => (
        <Button key={label} variant="line" icon={icon} onClick={onSelect}>
          {label}
        </Button>
      ))}
      <ExportMenu hrefOf={exportTo} />
    </>
  );
}
