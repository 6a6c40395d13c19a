import type { Medialist } from '@fundus/contract/medialists/medialists';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { h5p } from '../../../components/moodle/h5p-package.ts';
import { packageOfList } from '../../../components/moodle/list-package.ts';
import { cartridge, fileName, linkPage } from '../../../components/moodle/moodle-package.ts';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { Segment } from '../../../ui/fields/Segment.tsx';

const FORMS = ['tools', 'cartridge', 'h5p', 'page'] as const;

/** Exports a list to Moodle, either as a section with one activity per medium or as a page of links. */
export function MoodleListDialog({ list, onClose }: { list: Medialist; onClose: () => void }) {
  const { t, locale } = useT();
  const [form, setForm] = useState<(typeof FORMS)[number]>('tools');
  const save = (): void => {
    const about = packageOfList(list.contents, { title: list.title, language: locale, origin: location.origin, tool: form === 'tools' });
    const name = fileName(list.title);
    if (form === 'page') saveFile(`${name}.html`, linkPage(about), 'text/html;charset=utf-8');
    else if (form === 'h5p') saveFile(`${name}.h5p`, h5p(about), 'application/zip');
    else saveFile(`${name}.imscc`, cartridge(about), 'application/zip');
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('list.moodle.title', { title: list.title })}
      closeLabel={t('app.close')}
      foot={
        <Button variant="primary" icon={<Download />} onClick={save}>
          {t('list.moodle.save')}
        </Button>
      }
    >
      <Segment
        label={t('list.moodle.form')}
        value={form}
        options={FORMS.map((value) => ({ value, label: t(`list.moodle.${value}`) }))}
        onChange={setForm}
      />
      <p>{t(`list.moodle.${form}.how`)}</p>
      <p className="small-print">{t(form === 'tools' || form === 'cartridge' ? 'list.moodle.hint' : 'list.moodle.contents')}</p>
    </Dialog>
  );
}
