import { catalogueEdit, type EditMedium, type PUBLISH_TO } from '@fundus/contract/catalogue/edit';
import { mediaType } from '@fundus/contract/reference/media-types';
import { href } from '@fundus/contract/screens';
import { uploads } from '@fundus/contract/files/uploads';
import { useQuery } from '@tanstack/react-query';
import { EyeOff, Globe, School, Ticket, type LucideIcon } from 'lucide-react';
import { query, useCall } from '../../../../api/query.ts';
import { useT } from '../../../../i18n/translate.ts';
import { showError } from '../../../../stores/show-error.ts';
import { showSnackbar } from '../../../../stores/snackbar.ts';
import { useUndo } from '../../../../stores/use-undo.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Link } from '../../../../ui/Link.tsx';
import { MEDIUM_READS } from '../../../../components/media/medium-reads.ts';
import { listMissingValues } from './missing.ts';
import '../edit-screen.css';

type To = Exclude<(typeof PUBLISH_TO)[number], 'draft'>;
const CHOICES: readonly { to: To; icon: LucideIcon }[] = [
  { to: 'all', icon: Globe },
  { to: 'schools', icon: School },
  { to: 'licence', icon: Ticket },
];

type Props = {
  medium: EditMedium;
  /** True if there are unsaved changes, which would not be published. */
  dirty: boolean;
  /** True if the medium has a file or an address. */
  ready: boolean;
  /** Files of the medium, or `null` while they are loading. */
  files: readonly { role: string; viewer: string }[] | null;
  onSaved: (medium: EditMedium) => void;
};

const isCarrier = (fn_typ: string): boolean => mediaType(fn_typ).carrier === 'physical';

/** Shows who can see a draft, and lets the editor publish it for an audience. */
export function PublishBox({ medium, dirty, ready, files, onSaved }: Props) {
  const { t } = useT();
  const missing = listMissingValues(medium.record, files);
  const publish = useCall(catalogueEdit.publishMedium, MEDIUM_READS);
  const undo = useUndo(MEDIUM_READS);
  const params = { identifier: medium.identifier };
  const run = (to: To): void =>
    publish.mutate(
      { params, body: { version: medium.version, to } },
      {
        onSuccess: (saved) => {
          onSaved(saved);
          showSnackbar({
            text: t(`edit.publish.done.${to}`),
            type: 'success',
            action: undo(catalogueEdit.publishMedium, { params, body: { version: saved.version, to: 'draft' } }, { done: onSaved }),
          });
        },
        onError: showError,
      },
    );
  return (
    <section className="edit-publish" aria-label={t('edit.draft')}>
      <p>
        <EyeOff className="i-16" />
        {t('edit.draft.hint')}
      </p>
      {ready ? (
        <>
          <h2>{t('edit.publish')}</h2>
          {isCarrier(medium.record.fn_typ) && <p className="small-print">{t('edit.publish.carrier')}</p>}
          <div className="edit-publish-choices">
            {CHOICES.map(({ to, icon: Icon }) => (
              <Button key={to} variant="line" wrap icon={<Icon />} disabled={publish.isPending || dirty} onClick={() => run(to)}>
                <span>
                  {t(`edit.publish.${to}`)}
                  <span className="small-print">{t(`edit.publish.${to}.hint`)}</span>
                </span>
              </Button>
            ))}
          </div>
          {missing.length > 0 && (
            <div className="edit-missing">
              <h3>{t('edit.missing')}</h3>
              <ul>
                {missing.map((words) => (
                  <li key={words}>{t(words)}</li>
                ))}
              </ul>
            </div>
          )}
          {dirty && <p className="small-print">{t('edit.publish.dirty')}</p>}
        </>
      ) : (
        <p className="small-print">
          <Link href={href('medium-editing', { id: medium.identifier }, { tab: 'files' })}>{t('edit.publish.first')}</Link>
        </p>
      )}
    </section>
  );
}

/** Loads the files of a draft and shows whether it can be published. */
export function DraftBox(props: Omit<Props, 'ready' | 'files'>) {
  const { identifier, record } = props.medium;
  const files = useQuery(query(uploads.editFiles, { params: { identifier } }));
  const ready = isCarrier(record.fn_typ) || record.url !== null || (files.data?.files ?? []).some(({ role }) => role === 'main');
  return <PublishBox {...props} ready={ready} files={files.data?.files ?? null} />;
}
