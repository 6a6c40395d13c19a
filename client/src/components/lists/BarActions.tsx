import { EllipsisVertical } from 'lucide-react';
import type { TableQuery } from '@fundus/contract/table-file';
import { useT } from '../../i18n/translate.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Menu, type MenuItem } from '../../ui/overlays/Menu.tsx';
import { usePhone } from '../../ui/use-width.ts';
import { ExportMenu, useExportItems } from './ExportMenu.tsx';

/** Action or link of a list. */
type BarAction = Exclude<MenuItem, { chosen: boolean }>;

type Props = {
  actions: readonly BarAction[];
  /** Returns the address of the exported table. Omitted for lists that are exported elsewhere. */
  exportTo?: (asked: TableQuery) => string;
  /** Name of the list, if the page has several menus. */
  name?: string;
  /** True to show a menu at every width, for example beside filters that fill the row. */
  menu?: boolean | undefined;
};

/** Maximum number of action buttons next to the export button. More buttons would wrap into a second row. */
const MAX_BUTTONS = 3;

/** Shows the actions for a whole list as buttons, or as one menu if there are many and on phones. */
export function BarActions({ actions, exportTo, name, menu = false }: Props) {
  const { t } = useT();
  const phone = usePhone();
  const exports = useExportItems(exportTo);
  const sections = [{ items: actions }, { label: t('rows.export'), items: exports }].filter(({ items }) => items.length > 0);
  if (phone || menu || actions.length > MAX_BUTTONS)
    return (
      <Menu
        label={name === undefined ? t('rows.more') : t('people.actions.name', { name })}
        trigger={<EllipsisVertical />}
        sections={sections}
      />
    );
  return (
    <>
      {actions.map((action) =>
        action.kind === 'link' ? (
          <ButtonLink
            key={action.label}
            variant="line"
            icon={action.icon}
            href={action.href}
            {...(action.newTab && { target: '_blank', rel: 'noreferrer' })}
          >
            {action.label}
          </ButtonLink>
        ) : (
          <Button key={action.label} variant="line" icon={action.icon} onClick={action.onSelect}>
            {action.label}
          </Button>
        ),
      )}
      {exportTo && <ExportMenu hrefOf={exportTo} />}
    </>
  );
}
