import { EllipsisVertical } from 'lucide-react';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { Menu } from '../../../ui/overlays/Menu.tsx';
import { usePhone } from '../../../ui/use-width.ts';

type Props = {
  /** Name of the row, for the menu. */
  name: string;
  /** `name` is the accessible name of the button. */
  acts: readonly { label: string; name: string; onSelect: () => void }[];
};

/** Shows the actions of a row as buttons, or as one menu on phones. */
export function RowActs({ name, acts }: Props) {
  const { t } = useT();
  if (usePhone()) return <Menu label={t('people.actions.name', { name })} trigger={<EllipsisVertical />} sections={[{ items: acts }]} />;
  return (
    <span>
      {acts.map((act) => (
        <Button key={act.label} aria-label={act.name} onClick={act.onSelect}>
          {act.label}
        </Button>
      ))}
    </span>
  );
}
