import type { MediaDetail } from '@fundus/contract/catalogue/catalogue';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { h5p } from '../../../../components/moodle/h5p-package.ts';
import { cartridge, fileName, linkPage } from '../../../../components/moodle/moodle-package.ts';
import { saveFile } from '../../../../ui/save-file.ts';
import { formatDuration } from '../../../../i18n/format.ts';
import { useT } from '../../../../i18n/translate.ts';
import { useSession } from '../../../../stores/session.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Dialog } from '../../../../ui/overlays/Dialog.tsx';
import { Checkbox } from '../../../../ui/fields/Field.tsx';
import { Segment } from '../../../../ui/fields/Segment.tsx';
import { shareAddress, sharedContext } from '../medium-address.ts';
import '../medium.css';

const FORMS = ['cartridge', 'h5p', 'page'] as const;

/** Shows a dialog that exports the medium and its parts to Moodle, as a cartridge or as a page of links. */
export function MoodleDialog({ detail, onClose }: { detail: MediaDetail; onClose: () => void }) {
  const { t, locale } = useT();
  const { config } = useSession();
  const [form, setForm] = useState<(typeof FORMS)[number]>('cartridge');
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const { sequences } = detail;
  const toggle = (at: number): void => setLeft(left.has(at) ? new Set([...left].filter((each) => each !== at)) : new Set([...left, at]));

  const save = (): void => {
    const address = (excerpt: { start: number; end: number } | null): string =>
      shareAddress(location.origin, detail.identifier, sharedContext('media', config), 0, excerpt);
    const parts = sequences.filter((_, i) => !left.has(i));
    const about = {
      title: detail.fn_titel,
      language: locale,
      links: [
        { title: detail.fn_titel, href: address(null) },
        ...parts.map(({ title, start_s, end_s }) => ({ title, href: address({ start: start_s, end: end_s }) })),
      ],
    };
    const name = fileName(detail.fn_titel);
    if (form === 'cartridge') saveFile(`${name}.imscc`, cartridge(about), 'application/zip');
    else if (form === 'h5p') saveFile(`${name}.h5p`, h5p(about), 'application/zip');
    else saveFile(`${name}.html`, linkPage(about), 'text/html;charset=utf-8');
    onClose();
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={t('media.moodle.title', { title: detail.fn_titel })}
      closeLabel={t('app.close')}
      foot={
        <Button variant="primary" icon={<Download />} onClick={save}>
          {t('media.moodle.save')}
        </Button>
      }
    >
      <div className="moodle-dialog">
        <Segment
          label={t('media.moodle.form')}
          value={form}
          options={FORMS.map((value) => ({ value, label: t(`media.moodle.${value}`) }))}
          onChange={setForm}
        />
        <p>{t(`media.moodle.${form}.how`)}</p>
        {sequences.length > 0 && (
          <fieldset className="moodle-parts">
            <legend>{t('media.moodle.parts')}</legend>
            {sequences.map(({ title, start_s, end_s }, i) => (
              <Checkbox
                key={i}
                label={title}
                hint={t('media.moodle.from', { start: formatDuration(start_s), end: formatDuration(end_s) })}
                checked={!left.has(i)}
                onChange={() => toggle(i)}
              />
            ))}
          </fieldset>
        )}
        <p className="small-print">{t('media.moodle.licence')}</p>
      </div>
    </Dialog>
  );
}
