import { IMPORT_LIMITS, imports, type ImportSource } from '@fundus/contract/imports/imports';
import { CloudDownload, EllipsisVertical, Pencil, Plus, RefreshCw, Search, SpellCheck, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../api/query.ts';
import { ConfirmDialog } from '../../components/forms/ConfirmDialog.tsx';
import { berlinMoment } from '../../i18n/berlin-time.ts';
import { joinFacts } from '../../i18n/join-facts.ts';
import { useT } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { Button } from '../../ui/Button.tsx';
import { FormProblem } from '../../ui/fields/FormProblem.tsx';
import { Menu, type MenuItem } from '../../ui/overlays/Menu.tsx';
import { SourceDialog } from './SourceDialog.tsx';
import { countsOf } from './words.ts';
import { WordsDialog } from './WordsDialog.tsx';
import './imports.css';

type Props = { sources: readonly ImportSource[]; onOpen: (id: string) => void };
type Doing = { what: 'edit' | 'words' | 'remove'; source: ImportSource } | { what: 'new' } | null;

/** Shows the import sources with the results of their last imports. */
export function SourceList({ sources, onOpen }: Props) {
  const { t } = useT();
  const [doing, setDoing] = useState<Doing>(null);
  const close = () => setDoing(null);
  const full = sources.length >= IMPORT_LIMITS.sources;
  return (
    <section className="import-part">
      <h2>{t('imports.sources')}</h2>
      <p className="small-print">{t('imports.sources.about')}</p>
      {sources.length === 0 && <p className="quiet">{t('imports.sources.empty')}</p>}
      {sources.length > 0 && (
        <ul className="lines">
          {sources.map((source) => (
            <SourceRow key={source.id} source={source} onOpen={onOpen} onDo={(what) => setDoing({ what, source })} />
          ))}
        </ul>
      )}
      {full && <p className="small-print">{t('imports.source.full', { max: IMPORT_LIMITS.sources })}</p>}
      <Button variant="line" icon={<Plus />} disabled={full} onClick={() => setDoing({ what: 'new' })}>
        {t('imports.source.add')}
      </Button>
      {doing?.what === 'new' && <SourceDialog source={null} onClose={close} />}
      {doing?.what === 'edit' && <SourceDialog source={doing.source} onClose={close} />}
      {doing?.what === 'words' && <WordsDialog source={doing.source} found={[]} onClose={close} />}
      {doing?.what === 'remove' && <RemoveDialog source={doing.source} onClose={close} />}
    </section>
  );
}

type RowProps = { source: ImportSource; onOpen: (id: string) => void; onDo: (what: 'edit' | 'words' | 'remove') => void };

function SourceRow({ source, onOpen, onDo }: RowProps) {
  const { t, locale } = useT();
  const harvest = useCall(imports.harvest, { refreshes: [imports.runs, imports.sources] });
  const { id, name, prefix, oai, words, due_at, last_run } = source;
  const start = (how: { look?: boolean; whole?: boolean }) =>
    harvest.mutate(
      { params: { id }, body: how },
      {
        onSuccess: (run) => onOpen(run.id),
        onError: (error) => showSnackbar({ text: t(`error.${error.code}`, { name: '' }), type: 'error' }),
      },
    );
  const facts = [
    prefix,
    oai ? hostOf(oai.address) : t('imports.source.files'),
    oai && oai.schedule !== 'off' && t(`imports.schedule.${oai.schedule}`),
    oai && due_at !== null && t('imports.source.next', { when: berlinMoment(due_at, locale) }),
    words.length > 0 && t('imports.source.words', { count: words.length }),
  ];
  const items: MenuItem[] = [
    ...(oai ? [{ label: t('imports.harvest.look'), icon: <Search />, onSelect: () => start({ look: true }) }] : []),
    ...(oai && source.since !== null
      ? [{ label: t('imports.harvest.whole'), icon: <RefreshCw />, onSelect: () => start({ whole: true }) }]
      : []),
    { label: t('imports.words.edit'), icon: <SpellCheck />, onSelect: () => onDo('words') },
    { label: t('imports.source.edit', { name }), icon: <Pencil />, onSelect: () => onDo('edit') },
    { label: t('imports.source.remove', { name }), icon: <Trash2 />, onSelect: () => onDo('remove') },
  ];
  return (
    <li className="import-source">
      <div className="import-source-about">
        <h3>{name}</h3>
        <p className="small-print">{joinFacts(facts)}</p>
        {last_run ? (
          <p className={last_run.state === 'failed' ? 'small-print import-failed' : 'small-print'}>
            {t('imports.source.last', {
              when: berlinMoment(last_run.created_at, locale),
              outcome: last_run.problem
                ? t(`imports.problem.${last_run.problem}`)
                : [t(`imports.state.${last_run.state}`), ...countsOf(t, last_run)].join(', '),
            })}
          </p>
        ) : (
          oai && <p className="small-print">{t('imports.source.never')}</p>
        )}
      </div>
      {oai && (
        <Button variant="line" icon={<CloudDownload />} disabled={harvest.isPending} onClick={() => start({})}>
          {t('imports.harvest.now')}
        </Button>
      )}
      <Menu label={t('imports.harvest.more', { name })} trigger={<EllipsisVertical />} sections={[{ items }]} />
    </li>
  );
}

const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : address);

function RemoveDialog({ source: { id, name }, onClose }: { source: ImportSource; onClose: () => void }) {
  const { t } = useT();
  const remove = useCall(imports.removeSource, { refreshes: [imports.sources] });
  const done = () => {
    showSnackbar({ text: t('imports.source.removed', { name }), type: 'success' });
    onClose();
  };
  return (
    <ConfirmDialog
      title={t('imports.source.remove', { name })}
      action={t('imports.source.remove.action')}
      disabled={remove.isPending}
      onAction={() => remove.mutate({ params: { id } }, { onSuccess: done })}
      onClose={onClose}
    >
      <FormProblem>{remove.error && t(`error.${remove.error.code}`, { name: '' })}</FormProblem>
      <p>{t('imports.source.remove.ask')}</p>
    </ConfirmDialog>
  );
}
