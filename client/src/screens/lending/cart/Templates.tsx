import { lendingTemplates, type LendingTemplate } from '@fundus/contract/lending/cart/templates';
import type { LendingPoint } from '@fundus/contract/lending/points/points';
import { useQuery } from '@tanstack/react-query';
import { Layers } from 'lucide-react';
import { useState } from 'react';
import { query } from '../../../api/query.ts';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { loadLater } from '../../../ui/load-later.tsx';
import type { LendingView } from '../parts/lending-view.ts';
import '../parts/borrow.css';

const TemplateDialog = loadLater(async () => (await import('./TemplateDialog.tsx')).TemplateDialog);

/** Shows the templates of a lending point. Renders nothing if the point has no templates. */
export function Templates({ point, view }: { point: LendingPoint; view: LendingView }) {
  const { t } = useT();
  const templates = useQuery({ ...query(lendingTemplates.templates, { query: { point: point.id } }), staleTime: 60_000 });
  const [taking, setTaking] = useState<LendingTemplate | null>(null);
  const shown = (templates.data?.items ?? []).filter(({ models }) => models.length > 0);
  if (shown.length === 0) return null;
  return (
    <section className="lending-templates" aria-labelledby="lending-templates">
      <h2 id="lending-templates">{t('lending.templates')}</h2>
      <div className="lending-does">
        {shown.map((template) => (
          <Button key={template.id} variant="line" icon={<Layers />} onClick={() => setTaking(template)}>
            {template.name}
          </Button>
        ))}
      </div>
      {taking && <TemplateDialog template={taking} point={point} view={view} onClose={() => setTaking(null)} />}
    </section>
  );
}
