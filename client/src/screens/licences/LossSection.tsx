import type { Licence } from '@fundus/contract/licences/licences';
import { useState } from 'react';
import { LicenceLoss } from '../../components/licences/LicenceLoss.tsx';
import { useT } from '../../i18n/translate.ts';
import { Button } from '../../ui/Button.tsx';
import './licence-screen.css';

/** Shows the classes, lists and assignments that depend on the licence. They are loaded when the user opens the section. */
export function LossSection({ licence }: { licence: Licence }) {
  const { t } = useT();
  const [open, setOpen] = useState(false);
  return (
    <section className="block-s">
      <h2>{t('licence.loss')}</h2>
      <Button flush aria-expanded={open} onClick={() => setOpen(!open)}>
        {t('licence.loss.show')}
      </Button>
      <div role="status">{open && <LicenceLoss id={licence.id} />}</div>
    </section>
  );
}
